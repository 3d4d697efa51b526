"""Holds the program's answers against the answer keys in a folder: forbidden points,
formats, published evaluators."""

import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

DATA = Path(sys.argv[1])
RENJU = os.environ.get("RENJU", "target/release/renju")
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
    sizes = {row.get("size", 15) for row in rows.values()} - {15}
    if file.startswith("openings/"):  # A list does not say its side.
        found += [word for size in sizes for word in ("-s", str(size))]
    if file == "other/rules_js_text.pos":  # Four black stones and no white one do not tell.
        found += ["--to-move", "black"]
    return found + (["--variations"] if any("lines" in row for row in rows.values()) else [])


def differences(row, found):
    for field in ("size", "to_move", "moves"):
        if field in row and row[field] != found.get(field):
            yield f"{field} {row[field]} is read as {found.get(field)}"
    for field in ("black", "white"):
        if field in row and sorted(row[field]) != sorted(found.get(field, [])):
            yield f"{field} {row[field]} is read as {found.get(field)}"
    info = found.get("info", {})
    if "ms" in row and row["ms"] != info.get("times"):
        yield f"times {row['ms']} are read as {info.get('times')}"
    if "best" in row and row["best"] != info.get("best"):
        yield f"best {row['best']} is read as {info.get('best')}"
    if "value" in row:
        stored = (info.get("values") or [{}])[0] or {}
        label = "∅" if row["label"] == "(none)" else row["label"]
        said = {"label": label, **{field: row[field] for field in ("value", "depth", "bound")}}
        got = {field: stored.get(field) for field in said}
        if said != got:
            yield f"value {said} is read as {got}"


def lines(row, found, path):
    """The lines of a tree, in order, and its number of nodes."""
    read = [answer.get("moves") for answer in found]
    if row["lines"] != read:
        yield f"lines {row['lines']} are read as {read}"
    with tempfile.TemporaryDirectory() as folder:
        told = answers("convert", path, "--json", "-o", folder + "/x.sgf")
    # In a file of version 3.0 the root is no node.
    nodes = told[0]["nodes"] - (1 if row["version"] == [3, 0] else 0)
    if row["nodes"] != nodes:
        yield f"{row['nodes']} nodes are read as {nodes}"


def formats():
    files, checked = defaultdict(dict), 0
    for line in open(DATA / "formats" / "expected.jsonl"):
        row = json.loads(line)
        file, _, number = row["id"].partition("#")
        files[file][int(number or 1)] = row
    for file, rows in files.items():
        path, how = DATA / "formats" / file, flags(file, rows)
        shown = answers("show", path, "--json", *how)
        judged = answers("forbidden", path, "--json", *how)
        for number, row in rows.items():
            checked += 1
            if "lines" in row:
                failures.extend(f"{file}: {difference}" for difference in lines(row, shown, path))
                continue
            names = (f"{path}#{number}", str(path) if number == 1 else None)
            at = next((at for at, one in enumerate(shown) if one.get("read", {}).get("source") in names), None)
            if at is None:
                failures.append(f"{row['id']} is not read")
                continue
            points = judged[at].get("forbidden", [])
            failures.extend(f"{row['id']}: {difference}" for difference in differences(row, shown[at]))
            kinds = {p["point"]: "+".join(p["kinds"]).replace("_", "-") for p in points}
            if row.get("forbidden", kinds) != kinds:
                failures.append(f"{row['id']}: forbidden {row['forbidden']} is answered {kinds}")
    print(f"samples of formats: {checked} rows")


# A byte too many, records saved as positions, and a frame of LZ4: docs/formats.md names the differences.
WRITTEN_OTHERWISE = {
    "lib_comment.lib", "pos_4th_is_a_pass.lib", "pos_comment.lib", "pos_single_stone_15xB.lib", "rapfi_lz4.db",
}


def bytes_that_come_back():
    endings = {".lib", ".psq", ".pos", ".bdt", ".db", ".sav", ".sgf"}
    files = [path for path in sorted((DATA / "formats").rglob("*")) if path.suffix in endings]
    equal = 0
    for path in files:
        to = path.suffix[1:]
        convert = [RENJU, "convert", "--quiet", "--to", to, "-o", "-"]
        written = subprocess.run([*convert, path], capture_output=True).stdout
        again = subprocess.run([*convert, "--from", to, "-"], input=written, capture_output=True).stdout
        if not written and "text" in path.name:
            continue  # The text form of .pos has no order, which the binary form needs.
        if not written or again != written:
            failures.append(f"{path.name} is not written as it is read")
        has_choice = to == "sgf" or path.name in WRITTEN_OTHERWISE
        equal += written == path.read_bytes()
        if not has_choice and written != path.read_bytes():
            failures.append(f"{path.name} does not come back byte for byte")
    print(f"files of formats: {equal} of {len(files)} come back byte for byte")


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
bytes_that_come_back()
for name in ("five-tuple", "lianzhu", "count-block-empty", "score-table", "point-info"):
    goldens(name)
for failure in failures:
    print(failure, file=sys.stderr)
sys.exit(1 if failures else 0)
