"""The checks of .ci/cluster: `cluster.py parts|parallel|spark LINES`. RENJU is the program."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples" / "cluster"
FOLDER = ROOT / "target" / "cluster"
INPUT = FOLDER / "positions.jsonl"
RENJU = os.environ["RENJU"]
QUESTIONS = (["forbidden"], ["vcf", "--nodes", "2k"])


def main():
    kind, lines = sys.argv[1], int(sys.argv[2])
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    write_positions(lines)
    check = {"parts": check_parts, "parallel": check_parallel, "spark": check_spark}[kind]
    for question in QUESTIONS:
        begun = time.monotonic()
        one = subprocess.run([RENJU, "batch", *question, "-q", INPUT], stdout=subprocess.PIPE, check=False)
        alone = time.monotonic() - begun
        begun = time.monotonic()
        answers, what = check(question)
        took = time.monotonic() - begun
        if without_lines(answers) != without_lines(one.stdout) or one.returncode != 3:
            sys.exit(f"cluster: {kind}, {' '.join(question)}: other bytes than one process ({what})")
        told = f"{lines} lines, {what}: the bytes of one process; {took:.1f} s, it {alone:.1f} s"
        print(f"cluster: {kind}, {' '.join(question)}: {told}", flush=True)


def without_lines(answers):
    """The answers without the lines of errors, which count from the beginning of each part."""
    return re.sub(rb'"line":[0-9]+', b"", answers)


def write_positions(lines):
    """Random openings with ids, the same for the same number, and a few that are refused."""
    draw = random.Random(13)
    points = [f"{column}{row}" for column in "DEFGHIJKL" for row in range(4, 13)]
    with INPUT.open("w") as file:
        for number in range(lines):
            moves = draw.sample(points, draw.randint(6, 30))
            if number % 1000 == 999:
                moves.append(moves[0])
            file.write(json.dumps({"id": f"p{number}", "moves": moves}) + "\n")


def check_parts(question):
    """Three calls of part.sh at once; the process of one is killed, and the call repeated."""
    folder = FOLDER / "-".join(question)

    def part(index):
        call = ["bash", EXAMPLES / "part.sh", str(index), "3", INPUT, folder, *question]
        return subprocess.Popen([*call, "-q", "-j", "1"])

    running = [part(index) for index in range(3)]
    time.sleep(0.1)
    killed = kill_one(running[1], f"{RENJU} batch")
    codes = [process.wait() for process in running]
    again = part(1).wait()
    if (codes[0], codes[2], again) != (0, 0, 0):
        sys.exit(f"cluster: part.sh ended with {codes}, then {again}")
    parts = [path.read_bytes() for path in sorted(folder.glob("part-*.jsonl"))]
    return b"".join(parts), f"process {killed} of three killed and part.sh called again"


def check_parallel(question):
    """parallel.sh, one of whose processes is killed."""
    output = FOLDER / "answers.jsonl"
    script = ["bash", EXAMPLES / "parallel.sh", INPUT, *question]
    with output.open("wb") as answers:
        process = subprocess.Popen(script, env={**os.environ, "PARTS": "20"}, stdout=answers)
    killed = kill_one(process, f"{RENJU} batch")
    code = process.wait()
    if code != 0:
        sys.exit(f"cluster: parallel.sh ended with {code}")
    return output.read_bytes(), f"20 parts, process {killed} killed"


def check_spark(question):
    """The job on two workers; a renju process is killed early on, an executor in the middle."""
    output, log = FOLDER / "-".join(question), FOLDER / f"{question[0]}.log"
    with log.open("w") as said:
        job = subprocess.Popen(spark_submit(question, output), env=spark_environment(), stderr=said)
    # Not the first, by which the driver itself looks at the flags.
    process = kill_one(job, f"{RENJU} batch", under="pyspark.daemon")
    while job.poll() is None and len(list(output.glob("_temporary/0/task_*"))) < 4:
        time.sleep(0.02)
    executor = kill_one(job, "CoarseGrainedExecutorBackend")
    code, text = job.wait(), log.read_text()
    if code != 0 or not (Path(f"{output}.parquet") / "_SUCCESS").exists():
        sys.exit(f"{text[-5000:]}\ncluster: the Spark job ended with {code}")
    failed, lost = text.count("exit code -9"), text.count("Lost executor")
    parts = [path.read_bytes() for path in sorted(output.glob("part-*"))]
    killed = f"renju process {process} and executor {executor} killed"
    logged = f'"exit code -9" {failed}, "Lost executor" {lost} times in the log'
    return b"".join(parts), f"{len(parts)} parts, {killed}, {logged}"


def spark_submit(question, output):
    """The command of the job."""
    spark = ["spark-submit", "--master", os.environ.get("MASTER", "local-cluster[2,1,1024]")]
    job = [EXAMPLES / "spark_batch.py", question[0], in_two_files(), output]
    options = ["--parquet", f"{output}.parquet", "--partitions", "12", "--renju", RENJU]
    return [*spark, *job, *options, "--", *question[1:]]


def in_two_files():
    """A folder with the two halves of the input, the second written first."""
    folder = FOLDER / "halves"
    folder.mkdir(exist_ok=True)
    lines = INPUT.read_text().splitlines(keepends=True)
    half = len(lines) // 2
    (folder / "b.jsonl").write_text("".join(lines[half:]))
    (folder / "a.jsonl").write_text("".join(lines[:half]))
    return folder


def spark_environment():
    """The PySpark of the Python that runs this, on this machine alone."""
    scripts = os.path.dirname(sys.executable)
    path = f"{scripts}:{os.environ['PATH']}"
    here = {"PATH": path, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    return {**os.environ, **here, "SPARK_WORKER_DIR": str(FOLDER / "work")}


def kill_one(process, word, under=""):
    """Kills a process below this one that has the word in its command, and was started by a process
    that has the other word in its own; its number, if it was there."""
    while process.poll() is None:
        for number in below(process.pid, word, under):
            try:
                os.kill(number, signal.SIGKILL)
                return number
            except ProcessLookupError:
                pass  # It has just ended.
        time.sleep(0.01)
    return None


def below(root, word, under):
    """The numbers of the processes below this one that have the word in their command, and the other
    word in that of the process that started them."""
    listed = subprocess.check_output(["ps", "-eo", "pid=,ppid=,args="], text=True)
    rows = [row.split(None, 2) for row in listed.splitlines()]
    family, grown = {root}, True
    while grown:
        more = {int(row[0]) for row in rows if int(row[1]) in family} - family
        family, grown = family | more, bool(more)
    commands = {int(row[0]): row[2] for row in rows if len(row) == 3}
    named = (row for row in rows if word in commands.get(int(row[0]), ""))
    started = (row for row in named if under in commands.get(int(row[1]), ""))
    return [int(row[0]) for row in started if int(row[0]) in family - {root}]


if __name__ == "__main__":
    main()
