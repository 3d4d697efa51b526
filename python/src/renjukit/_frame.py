"""Answers as a table."""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from ._stream import Position, batch

_LIBRARIES = ("pandas", "polars")


def frame(
    study: str,
    positions: os.PathLike[str] | Iterable[Position],
    *flags: str,
    library: Literal["pandas", "polars"] | None = None,
    errors: Literal["raise", "yield"] = "raise",
) -> Any:
    """The answers of `batch` as a frame of pandas or Polars, a row for each.

    `library` says which; by default it is pandas if that is installed, else Polars. Objects within
    answers become columns (`counts.black.open_three`), and what a row does not have is null. Lists
    stay lists; where they hold objects, as `forbidden` does, pandas has them as they are, and
    Polars, whose columns are of one type, as JSON text.
    """
    chosen = _library(library)
    columns = _columns(batch(study, positions, *flags, errors=errors))
    if chosen == "pandas":
        import pandas

        return pandas.DataFrame(columns)
    import polars

    plain = {name: _of_one_type(values) for name, values in columns.items()}
    return polars.DataFrame(plain, strict=False)


def _library(wanted: str | None) -> str:
    """The frame library that is there."""
    if wanted not in (None, *_LIBRARIES):
        raise ValueError(f'library must be "pandas" or "polars", not {wanted!r}')
    for name in _LIBRARIES:
        if wanted in (None, name) and importlib.util.find_spec(name) is not None:
            return name
    missing = wanted or "pandas or polars"
    raise ImportError(f"renjukit.frame needs {missing}: pip install {wanted or 'pandas'}")


def _columns(answers: Iterable[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """A column for each field, all of the same length."""
    columns: dict[str, list[Any]] = {}
    rows = 0
    for answer in answers:
        for name, value in _fields(answer, ""):
            column = columns.setdefault(name, [])
            column.extend([None] * (rows - len(column)))
            column.append(value)
        rows += 1
    for column in columns.values():
        column.extend([None] * (rows - len(column)))
    return columns


def _fields(answer: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    """The fields, those of objects with their path as the name."""
    for name, value in answer.items():
        if isinstance(value, dict):
            yield from _fields(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def _of_one_type(values: list[Any]) -> list[Any]:
    """The column, with its lists as JSON text if any of them holds more than plain values."""
    lists = [value for value in values if isinstance(value, list)]
    if not any(isinstance(item, (dict, list)) for value in lists for item in value):
        return values
    return [json.dumps(value) if isinstance(value, list) else value for value in values]
