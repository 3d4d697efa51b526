"""Tables of answers. Each test is skipped where its library is not installed."""

from __future__ import annotations

from importlib import util

import pytest

import renjukit
from renjukit import _frame

POSITIONS: list[dict[str, object]] = [
    {"id": "a", "black": ["F8", "G8", "H6", "H7"], "white": ["A1", "A3", "A5", "A7"]},
    {"id": "b", "moves": "h8 i9"},
]


def test_pandas_has_columns_for_objects_and_lists_as_they_are() -> None:
    pytest.importorskip("pandas")
    table = renjukit.frame("forbidden", POSITIONS, "--nesting", "0", library="pandas")
    assert list(table.id) == ["a", "b"]
    assert table.forbidden[0] == [{"point": "H8", "kinds": ["double_three"], "proof": None}]
    counts = renjukit.frame("patterns", POSITIONS, library="pandas")
    assert list(counts["counts.black.open_two"]) == [4, 0]


def test_polars_has_columns_of_one_type() -> None:
    pytest.importorskip("polars")
    table = renjukit.frame("forbidden", POSITIONS, "--nesting", "0", library="polars")
    assert table["forbidden"].to_list()[0].startswith('[{"point": "H8"')
    assert table["forbidden"].to_list()[1] == "[]"
    moves = renjukit.frame("show", POSITIONS, library="polars")["moves"].to_list()
    assert moves == [None, ["H8", "I9"]]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_errors_are_columns_if_they_are_wanted(library: str) -> None:
    pytest.importorskip(library)
    table = renjukit.frame("forbidden", ["h8", "h8 h8"], library=library, errors="yield")  # type: ignore[arg-type]
    assert list(table["error.code"])[1] == "point_taken"
    assert len(table) == 2
    with pytest.raises(renjukit.RecordError):
        renjukit.frame("forbidden", ["h8", "h8 h8"], library=library)  # type: ignore[arg-type]


def test_without_a_library_the_way_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(util, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match="pip install pandas"):
        renjukit.frame("forbidden", ["h8"])
    with pytest.raises(ImportError, match="needs polars: pip install polars"):
        renjukit.frame("forbidden", ["h8"], library="polars")


def test_columns_have_the_same_length() -> None:
    rows: list[dict[str, object]] = [{"a": 1}, {"b": {"c": 2}}, {"a": 3, "b": None}]
    assert _frame._columns(rows) == {"a": [1, None, 3], "b.c": [None, 2, None], "b": [None] * 3}
