"""Compares the answers of `batch vcf` and `batch vct` with the answer keys in a folder. Every win is
written as a proof tree and checked by a second run, which knows nothing of the first."""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

DATA = Path(sys.argv[1])
RENJU = "target/release/renju"
failures = []


def lines(path):
    return [json.loads(line) for line in open(path)]


def solved(study, rows, *flags):
    """The answers to these rows, after every win among them has been checked."""
    with tempfile.TemporaryDirectory() as folder:
        positions, answers, trees = (Path(folder) / name for name in ("in.jsonl", "out.jsonl", "trees.jsonl"))
        positions.write_text("".join(json.dumps(row) + "\n" for row in rows))
        batch = [RENJU, "batch", study, positions, "--out", answers, "--tree", trees, "-q", *flags]
        subprocess.run(batch, check=True)
        found = lines(answers)
        wins = [answer["id"] for answer in found if answer["outcome"] == "win"]
        written = [(line["id"], line["outcome"], line["nodes"] is not None) for line in lines(trees)]
        verify = subprocess.run([RENJU, study, "--verify", trees, "--json"], capture_output=True, text=True)
        checked = [json.loads(line) for line in verify.stdout.splitlines()]
    if written != [(answer["id"], answer["outcome"], answer["outcome"] == "win") for answer in found]:
        failures.append(f"{study}: the lines of trees are not those of the answers")
    holding = [line["id"] for line in checked if line.get("holds")]
    if verify.returncode != 0 or len(checked) != len(found) or holding != wins:
        failures.append(f"{study}: {len(wins)} wins, {len(holding)} trees hold, --verify ends with {verify.returncode}")
    failures.extend(f"{line['id']}: {line}" for line in checked if line.get("holds") is False)
    plies = {line["id"]: line.get("plies") for line in checked}
    for answer in found:
        if answer["outcome"] == "win" and answer["plies"] != plies.get(answer["id"]):
            failures.append(f"{answer['id']}: {answer['plies']} plies are answered, {plies.get(answer['id'])} checked")
    return found


def vcf():
    key = lines(DATA / "vcf.jsonl")
    for row, answer in zip(key, solved("vcf", key), strict=True):
        if (row["id"], row["vcf"]) != (answer["id"], answer["outcome"]):
            failures.append(f"{row['id']}: {row['vcf']} is answered {answer['outcome']}")
    print(f"vcf: {len(key)} positions")


def shortest():
    key = [row for row in lines(DATA / "vcf.jsonl") if row["shortest"]]
    answers = solved("vcf", key, "--shortest", "--nodes", "2M")
    ended = [(row, answer) for row, answer in zip(key, answers, strict=True) if answer["outcome"] != "unknown"]
    for row, answer in ended:
        if (answer["plies"], answer["shortest"]) != (row["depth"] + 2, True):
            failures.append(f"{row['id']}: {row['depth'] + 2} plies are answered {answer['plies']}")
    if len(ended) < 0.95 * len(key):
        failures.append(f"vcf --shortest: only {len(ended)} of {len(key)} are answered within 2M nodes")
    print(f"vcf --shortest: {len(ended)} of {len(key)} positions within 2M nodes")


def vct():
    key = lines(DATA / "vct.jsonl")
    tally = Counter()
    for row, answer in zip(key, solved("vct", key, "--nodes", "1M"), strict=True):
        wanted, got = row["vct"], answer["outcome"]
        tally[row["src"], wanted, got] += 1
        # A win where the key has none would have a tree that holds; then the key is wrong.
        if got not in (wanted, "unknown"):
            print(f"  {row['id']} ({row['src']}): {wanted} is answered {got}")
    for (source, wanted, got), count in sorted(tally.items()):
        print(f"  {source}: {count} {wanted} answered {got}")
    print(f"vct --nodes 1M: {len(key)} positions")


vcf()
shortest()
vct()
for failure in failures:
    print(failure, file=sys.stderr)
sys.exit(1 if failures else 0)
