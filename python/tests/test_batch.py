"""Streams of positions: what goes in, what comes out, and how it ends."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import renjukit

DOUBLE_THREE: dict[str, object] = {
    "id": "a",
    "black": ["F8", "G8", "H6", "H7"],
    "white": ["A1", "A3", "A5", "A7"],
}


def children() -> set[int]:
    """The processes that this one has started and that are still there."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,comm=", "--ppid", str(os.getpid())],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    rows = (row.split(None, 1) for row in listed.stdout.splitlines())
    return {int(row[0]) for row in rows if row[1].startswith("renju")}


def test_dictionaries_and_moves_are_answered_in_order() -> None:
    positions: list[renjukit.Position] = [DOUBLE_THREE, "h8 i9", {"id": "c", "moves": ["H8"]}]
    answers = list(renjukit.batch("forbidden", positions, "--nesting", "0"))
    assert [answer["forbidden"] for answer in answers] == [
        [{"point": "H8", "kinds": ["double_three"], "proof": None}],
        [],
        [],
    ]
    assert answers[0]["id"] == "a" and answers[2]["id"] == "c"


def test_a_path_and_several_paths(samples: Path) -> None:
    one = samples / "forbidden" / "double-three.txt"
    assert [answer["id"] for answer in renjukit.batch("forbidden", one)] == ["double-three"]
    both = [one, samples / "positions.jsonl"]
    assert [answer["id"] for answer in renjukit.batch("forbidden", both)][:2] == ["double-three"] * 2


def test_no_position_is_no_answer() -> None:
    assert list(renjukit.batch("forbidden", [])) == []


def test_an_error_is_an_exception_with_its_place() -> None:
    answers = renjukit.batch("forbidden", [DOUBLE_THREE, {"id": "b", "moves": ["H8", "zz"]}])
    assert next(answers)["id"] == "a"
    with pytest.raises(renjukit.RecordError) as caught:
        next(answers)
    error = caught.value
    assert (error.id, error.code, error.line, error.column) == ("b", "bad_point", 2, 29)
    assert str(error) == 'b, line 2, column 29: "zz" is not a point (bad_point)'
    assert not children()


def test_an_error_is_a_line_if_that_is_wanted() -> None:
    answers = list(renjukit.batch("forbidden", ["h8 h8", "h8"], "--count", errors="yield"))
    assert answers[0]["error"]["code"] == "point_taken"
    assert answers[1]["count"] == 0


def test_wrong_usage_is_told_in_the_words_of_the_program() -> None:
    with pytest.raises(renjukit.UsageError, match="did you mean --nesting"):
        list(renjukit.batch("forbidden", ["h8"], "--nestin", "0"))
    with pytest.raises(renjukit.UsageError, match="needs a limit"):
        list(renjukit.batch("vct", itertools.repeat("h8 i9 g7")))


def test_a_single_position_is_refused_with_the_way_out() -> None:
    with pytest.raises(TypeError, match="around a single one"):
        renjukit.batch("forbidden", "h8 i9")
    with pytest.raises(TypeError, match="around a single one"):
        renjukit.batch("forbidden", DOUBLE_THREE)


def test_what_is_no_position_is_refused(samples: Path) -> None:
    with pytest.raises(TypeError, match="not int"):
        list(renjukit.batch("forbidden", ["h8", 7]))  # type: ignore[list-item]
    with pytest.raises(TypeError, match="cannot be mixed"):
        list(renjukit.batch("forbidden", [samples, "h8"]))
    with pytest.raises(ValueError, match="errors must be"):
        renjukit.batch("forbidden", ["h8"], errors="ignore")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="leave out --format"):
        renjukit.batch("forbidden", ["h8"], "--format=csv")


def test_what_the_iterable_raises_comes_behind_the_answers() -> None:
    def broken() -> Iterator[str]:
        yield "h8"
        yield "h8 i9"
        raise LookupError("the database is gone")

    answers = renjukit.batch("forbidden", broken(), "--count")
    assert next(answers)["count"] == next(answers)["count"] == 0
    with pytest.raises(LookupError, match="the database is gone"):
        next(answers)


def test_positions_are_taken_as_they_are_needed() -> None:
    taken = itertools.count()
    positions = ({"id": str(next(taken)), "moves": "h8 i9 g7"} for _ in itertools.repeat(None))
    answers = renjukit.batch("forbidden", positions)
    assert next(answers)["id"] == "0"
    time.sleep(0.5)  # Time enough to run away with the input.
    far = next(taken)
    assert far < 100_000
    answers.close()
    assert not children()


def test_a_dropped_generator_ends_its_process() -> None:
    answers = renjukit.batch("forbidden", itertools.repeat("h8"))
    next(answers)
    assert children()
    del answers
    assert not children()
    assert "renju feeder" not in [thread.name for thread in threading.enumerate()]


def test_with_flush_each_position_is_answered_at_once() -> None:
    answered = threading.Event()

    def one_by_one() -> Iterator[str]:
        yield "h8"
        assert answered.wait(10)
        yield "h8 i9"

    answers = renjukit.batch("forbidden", one_by_one(), "--flush")
    next(answers)
    answered.set()
    assert len(list(answers)) == 1


def test_a_killed_process_is_not_the_end_of_the_input() -> None:
    answers = renjukit.batch("forbidden", itertools.repeat("h8"))
    next(answers)
    (process,) = children()
    os.kill(process, signal.SIGKILL)
    with pytest.raises(renjukit.ProgramError, match="signal 9"):
        for _ in answers:
            pass


def test_the_program_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RENJU", "/nowhere/renju")
    with pytest.raises(renjukit.ProgramError, match="/nowhere/renju"):
        renjukit.batch("forbidden", ["h8"])
