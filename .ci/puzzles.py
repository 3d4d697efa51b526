#!/usr/bin/env python3
"""Puzzles through `renju search`: on how many rows whose key is a win is a win reported?

    .ci/puzzles.py RENJU FILE KEY LEAST [SEARCH FLAGS...]

KEY is the field that says "win" or "none", LEAST the percentage of wins to be found. Every line of a
reported win is replayed: no black move may be forbidden, the stones may not collide, and the last
move must make a five. A win that does not hold, or too few wins, is a failure.
"""

import json
import subprocess
import sys


def batch(renju, study, lines, *flags):
    text = "".join(json.dumps(line) + "\n" for line in lines)
    command = [renju, "batch", study, "-", "-q", *flags]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def positions_of(row, moves):
    """The position before each move, and the last one."""
    board = {key: row[key] for key in ("size", "rule")}
    black, white, mover = list(row["black"]), list(row["white"]), row["to_move"]
    for number in range(len(moves) + 1):
        stones = {"black": list(black), "white": list(white), "to_move": mover}
        yield {"id": f"{row['id']}/{number}", **board, **stones}
        if number < len(moves) and moves[number] != "pass":
            assert moves[number] not in black + white, (row["id"], moves)
            (black if mover == "black" else white).append(moves[number])
        mover = "white" if mover == "black" else "black"


def claims(rows, answers):
    """Rows with the line of the win that was reported."""
    for row, answer in zip(rows, answers):
        best = answer["lines"][0] if answer["lines"] else None
        if best and "win_in" in best["score"]:
            assert best["score"]["win_in"] == len(best["moves"]), row["id"]
            yield row, best["moves"]


def faults(renju, claimed):
    """What is wrong with the lines of reported wins."""
    ends, before_black = [], []
    for row, moves in claimed:
        *before, last = positions_of(row, moves)
        ends.append((row, last))
        turns = zip(before, moves)
        restricted = row["rule"] == "renju"
        before_black += [(turn, move) for turn, move in turns if restricted and turn["to_move"] == "black"]
    for (row, _), shown in zip(ends, batch(renju, "show", [last for _, last in ends])):
        outcome = shown["outcome"] or {}
        if (outcome.get("winner"), outcome.get("by")) != (row["to_move"], "five"):
            yield f"{row['id']}: the line ends without the five"
    asked = batch(renju, "forbidden", [turn for turn, _ in before_black], "--nesting", "0")
    for (turn, move), answer in zip(before_black, asked):
        if move in [found["point"] for found in answer["forbidden"]]:
            yield f"{turn['id']}: {move} is forbidden"


def main():
    renju, path, key, least, *flags = sys.argv[1:]
    rows = [json.loads(line) for line in open(path)]
    plain = [{name: row[name] for name in ("id", "size", "rule", "to_move", "black", "white")} for row in rows]
    answers = batch(renju, "search", plain, *flags)
    assert len(answers) == len(rows)
    claimed = list(claims(plain, answers))
    wrong = list(faults(renju, claimed))
    found = {row["id"] for row, _ in claimed}
    wins = [row["id"] for row in rows if row[key] == "win"]
    missed = [name for name in wins if name not in found]
    others = sorted(found - set(wins))
    percent = 100 * (len(wins) - len(missed)) / len(wins)
    print(f"{path}: {len(wins) - len(missed)} of {len(wins)} wins found ({percent:.1f} %), {len(claimed)} lines replayed, {len(wrong)} wrong")
    print(f"  wins on rows whose {key} is none: {' '.join(others) or 'no'}")
    print(f"  not found: {' '.join(missed) or 'none'}")
    print("\n".join(wrong))
    sys.exit(bool(wrong) or percent < float(least))


main()
