"""Positions into one process, answers out of it."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Generator, Iterable, Mapping
from typing import IO, Any, Literal, Union

from ._errors import ProgramError, RecordError, RenjuError, UsageError
from ._program import program

#: One position: a position line as a dictionary, the moves of a game as text, or a file or folder.
Position = Union[Mapping[str, Any], str, "os.PathLike[str]"]
#: One line of the program as a dictionary.
Answer = dict[str, Any]

# Exit codes of `renju batch`: done, and done but for some records, whose lines say so.
_DONE = (0, 3)
_USAGE = 2
# Seconds that a process, or the thread that feeds it, may take to end when it is no longer needed.
_PATIENCE = 1.0
# Bytes of stderr that an exception quotes at most.
_QUOTED = 4000


def batch(
    study: str,
    positions: os.PathLike[str] | Iterable[Position],
    *flags: str,
    errors: Literal["raise", "yield"] = "raise",
) -> Generator[Answer, None, None]:
    """Answers one question for many positions, in their order, one dictionary each.

    `study` is a question of `renju batch` and `flags` are its flags, such as `"--nesting", "0"`.
    `positions` are dictionaries and moves (`"h8 i9 g7"`) in any mixture, taken as they are needed
    by a thread of its own; or a path, or several, to files and folders in any format that the
    program reads. Memory does not grow with their number. With the flag `--flush` each position
    is answered at once, not when some more have come.

    A position that cannot be answered raises `RecordError`; with `errors="yield"` its line, which
    has an `error`, is yielded like any other and the run goes on. Wrong flags raise `UsageError`,
    and what the iterable raises is raised here, behind the answers to what came before. A
    generator that is closed or dropped ends its process.
    """
    if errors not in ("raise", "yield"):
        raise ValueError(f'errors must be "raise" or "yield", not {errors!r}')
    if any(flag.split("=")[0] == "--format" for flag in flags):
        raise ValueError("answers are dictionaries, and frame() makes tables: leave out --format")
    if isinstance(positions, (str, bytes, Mapping)):
        raise TypeError("positions must be a path or an iterable: put [..] around a single one")
    many = [positions] if isinstance(positions, os.PathLike) else positions
    return _answers([program(), "batch", study, *flags], iter(many), errors)


def _answers(
    command: list[str], positions: Iterable[Position], errors: str
) -> Generator[Answer, None, None]:
    """Runs the command over the positions."""
    inputs, stream = _sorted_out(positions)
    if stream is not None:
        inputs = ["-"] if "--from" in command else ["-", "--from", "jsonl"]
    stdin = subprocess.DEVNULL if stream is None else subprocess.PIPE
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(
            [*command, *inputs], stdin=stdin, stdout=subprocess.PIPE, stderr=said
        ) as process,
    ):
        sink, process.stdin = process.stdin, None  # The feeder closes it, nothing else does.
        feeder = _Feeder(sink, stream or (), "--flush" in command)
        feeder.start()
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if not line.endswith(b"\n"):
                    break  # Cut off with the process.
                answer = json.loads(line)
                if errors == "raise" and "error" in answer:
                    raise RecordError.of(answer)
                yield answer
            code = process.wait()
        finally:
            _end(process)
            feeder.join(_PATIENCE)
        if code not in _DONE:
            raise _failure(code, said)
        if feeder.failure is not None:
            raise feeder.failure


def _sorted_out(positions: Iterable[Position]) -> tuple[list[str], Iterable[Position] | None]:
    """The paths, if that is what the positions are, or the stream of positions."""
    stream = iter(positions)
    first = list(itertools.islice(stream, 1))
    if not first or not isinstance(first[0], os.PathLike):
        return [], itertools.chain(first, stream)
    paths = []
    for path in (*first, *stream):
        if not isinstance(path, os.PathLike):
            raise TypeError("paths cannot be mixed with other positions: ask one after the other")
        name = os.fspath(path)
        # A dash in front would make it a flag.
        paths.append(os.path.join(".", name) if name.startswith("-") else name)
    return paths, None


class _Feeder(threading.Thread):
    """Writes positions into a process and closes its input behind them."""

    def __init__(self, sink: IO[bytes] | None, stream: Iterable[Position], flush: bool) -> None:
        super().__init__(name="renju feeder", daemon=True)
        self._sink = sink
        self._stream = stream
        self._flush = flush
        #: What the stream raised.
        self.failure: BaseException | None = None

    def run(self) -> None:
        if self._sink is None:
            return
        try:
            self._feed(self._sink)
        except BrokenPipeError:
            pass  # The process has ended; its exit code says why.
        except BaseException as failure:  # noqa: BLE001 - it is raised where the answers are read
            self.failure = failure
        finally:
            try:
                self._sink.close()
            except BrokenPipeError:
                pass

    def _feed(self, sink: IO[bytes]) -> None:
        for position in self._stream:
            sink.write(_line(position))
            if self._flush:
                sink.flush()


def _line(position: Position) -> bytes:
    """The JSON line of one position."""
    if isinstance(position, str):
        position = {"moves": position}
    if not isinstance(position, Mapping):
        kind = type(position).__name__
        raise TypeError(f"a position is a dictionary, moves as text, or a path, not {kind}")
    return json.dumps(dict(position), allow_nan=False).encode() + b"\n"


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends the process, if it runs, with time to end its own children."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()


def _failure(code: int, said: IO[bytes]) -> RenjuError:
    """The exception for an exit code, in the program's words."""
    said.seek(max(0, said.seek(0, os.SEEK_END) - _QUOTED))
    text = said.read().decode(errors="replace").strip()
    if code == _USAGE:
        return UsageError(text)
    ended = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
    return ProgramError(f"renju {ended}\n{text}".rstrip())
