"""An evaluator for renju in a few lines of Python.

It values every empty point by the own stones next to it, in the eight directions. Ask it beside
the evaluators of renju:

    renju compare POSITION --engine "python3 examples/external_evaluator.py"

A question is a line of JSON, {"id":"1","size":15,"rule":"renju","to_move":"black","black":["H8"],
"white":["I9"]}; points are a letter from the left and a number from the bottom. The answer is a
line as well, {"id":"1","board":null,"points":{"G7":1}}, flushed at once, with values as the side
to move sees them: whole numbers, or null. The program ends when its input does. What it prints on
standard error is not shown.
"""

import json
import sys


def neighbours(column, row):
    steps = [(across, up) for across in (-1, 0, 1) for up in (-1, 0, 1)]
    return [(column + across, row + up) for across, up in steps if (across, up) != (0, 0)]


def points(names):
    return {(ord(name[0]) - ord("A"), int(name[1:]) - 1) for name in names}


for line in sys.stdin:
    question = json.loads(line)
    side = range(question["size"])
    own = points(question[question["to_move"]])
    taken = points(question["black"]) | points(question["white"])
    values = {
        f"{chr(ord('A') + column)}{row + 1}": len(own.intersection(neighbours(column, row)))
        for row in side
        for column in side
        if (column, row) not in taken
    }
    print(json.dumps({"id": question["id"], "board": None, "points": values}), flush=True)
