"""Ask the `renju` program about many Renju and Gomoku positions.

`batch` streams positions into one process and its answers out, `frame` makes a table of them.
Positions and answers are the JSON lines that docs/json.md describes, as dictionaries.
"""

from ._errors import ProgramError, RecordError, RenjuError, UsageError
from ._frame import frame
from ._program import program
from ._stream import Answer, Position, batch

__all__ = [
    "Answer",
    "Position",
    "ProgramError",
    "RecordError",
    "RenjuError",
    "UsageError",
    "batch",
    "frame",
    "program",
]
