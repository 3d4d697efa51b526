"""Holds the program's answers against the answer keys in a folder: forbidden points,
formats, published evaluators."""

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

DATA = Path(sys.argv[1])
RENJU = "target/release/renju"
FAMILIES = ("diagrams", "moves", "json")
failures = []


def answers(*arguments):
    done = subprocess.run([RENJU, *map(str, arguments)], capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def forbidden(name):
    key = [json.loads(line) for line in open(DATA / name)]
    literal = answers("batch", "forbidden", DATA / name, "-q")
    other = answers("batch", "forbidden", DATA / name, "-q", "--three-reading", "five-counts")
    for row, found, otherwise in zip(key, literal, other, strict=True):
        wanted = [(point["point"], point["kinds"]) for point in row["forbidden"]]
        got = [(point["point"], point["kinds"]) for point in found["forbidden"]]
        by_other = {point["point"] for point in otherwise["forbidden"]}
        differs = {point for point, _ in got} ^ by_other
        if wanted != got or row["id"] != found["id"]:
            failures.append(f"{name} {row['id']}: {wanted} is answered {got}")
        if differs != set(row.get("contested", [])):
            failures.append(f"{name} {row['id']}: the readings differ at {differs}")
    print(f"{name}: {len(key)} positions")


def flags(file, rows):
    found = ["--stones", "black=o,white=x"] if "02_o_is_black" in file else []
    if any(row.get("origin") == "top-left" for row in rows.values()):
        found += ["--origin", "top-left"]
    return found


def differences(row, found):
    for field in ("size", "to_move", "moves"):
        if field in row and row[field] != found.get(field):
            yield f"{field} {row[field]} is read as {found.get(field)}"
    for field in ("black", "white"):
        if sorted(row.get(field, [])) != sorted(found.get(field, [])):
            yield f"{field} {row.get(field)} is read as {found.get(field)}"


def formats():
    files, checked = defaultdict(dict), 0
    for line in open(DATA / "formats" / "expected.jsonl"):
        row = json.loads(line)
        file, _, number = row["id"].partition("#")
        files[file][int(number or 1)] = row
    for file, rows in files.items():
        if file.split("/")[0] not in FAMILIES:
            continue
        path, how = DATA / "formats" / file, flags(file, rows)
        shown = answers("show", path, "--json", *how)
        judged = answers("forbidden", path, "--json", *how)
        if len(shown) != len(rows):
            failures.append(f"{file}: {len(rows)} positions, {len(shown)} read")
            continue
        for number, row in rows.items():
            checked += 1
            found, points = shown[number - 1], judged[number - 1].get("forbidden", [])
            failures.extend(f"{row['id']}: {difference}" for difference in differences(row, found))
            kinds = {p["point"]: "+".join(p["kinds"]).replace("_", "-") for p in points}
            if row.get("forbidden", kinds) != kinds:
                failures.append(f"{row['id']}: forbidden {row['forbidden']} is answered {kinds}")
    print(f"samples of formats: {checked} positions")


COMMON = {"id", "size", "rule", "to_move", "black", "white", "kind", "moves", "rule_ban"}


def goldens(name):
    """Every field of a published program's answer key, by `batch score --details`."""
    path = DATA / "goldens" / (name.replace("-", "_") + ".jsonl")
    key = [json.loads(line) for line in open(path)]
    found = answers("batch", "score", "-e", name, "--details", path, "-q")
    if len(found) != len(key):
        failures.append(f"{path.name}: {len(found)} of {len(key)} rows are answered")
    for row, line in zip(key, found):
        wanted = {field: value for field, value in row.items() if field not in COMMON}
        details = line.get("details", {})
        if name == "count-block-empty":  # Of equal moves the key holds any.
            for searched in wanted.get("search", {}), details.get("search", {}):
                for depth in searched.keys() - {"me"}:
                    if searched[depth]["move"] in searched[depth]["best"]:
                        searched[depth]["move"] = "one of the best"
        differ = [field for field in wanted.keys() | details.keys() if wanted.get(field) != details.get(field)]
        if row["id"] != line["id"] or differ:
            failures.append(f"{path.name} {row['id']}: {', '.join(differ)}")
    print(f"{path.name}: {len(key)} positions")


forbidden("forbidden.jsonl")
forbidden("forbidden_classic.jsonl")
formats()
for name in ("five-tuple", "lianzhu", "count-block-empty", "score-table", "point-info"):
    goldens(name)
for failure in failures:
    print(failure, file=sys.stderr)
sys.exit(1 if failures else 0)
