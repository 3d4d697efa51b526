"""What can go wrong, and with which position."""

from __future__ import annotations

from typing import Any


class RenjuError(Exception):
    """Everything that this package raises of its own."""


class UsageError(RenjuError):
    """The program refused its arguments or its input; the text is what it said."""


class ProgramError(RenjuError):
    """The program cannot be found, or came to an end before it had answered."""


class RecordError(RenjuError):
    """One position could not be answered."""

    def __init__(
        self, id: str | int | None, code: str, message: str, line: int | None, column: int | None
    ) -> None:
        """Takes the fields of an error line."""
        super().__init__(id, code, message, line, column)
        #: The name of the position, as it was given, or that the program gave it.
        self.id = id
        #: The kind of mistake, such as `bad_point`; docs/json.md lists them.
        self.code = code
        #: What is wrong, in words.
        self.message = message
        #: The line, from 1: in the file, or the number of the position in the stream.
        self.line = line
        #: The column in that line, from 1.
        self.column = column

    @classmethod
    def of(cls, answer: dict[str, Any]) -> RecordError:
        """The exception that an answer with an `error` stands for."""
        error = answer["error"]
        place = error.get("line"), error.get("column")
        return cls(answer.get("id"), error["code"], error["message"], *place)

    def __str__(self) -> str:
        place = "" if self.line is None else f", line {self.line}"
        place += "" if self.column is None else f", column {self.column}"
        return f"{self.id}{place}: {self.message} ({self.code})"
