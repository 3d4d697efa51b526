"""Answers a question of `renju batch` for JSON lines on a Spark cluster.

    spark-submit spark_batch.py forbidden positions.jsonl answers --parquet table -- --nesting 0

Each partition of the input is piped through one process of `renju batch STUDY -`. The parts of the
output stand in the order of the input, so that `cat answers/part-*` has the bytes of a run on one
machine. A process that fails, or is killed, fails its task, and Spark runs the task again.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from typing import IO

from pyspark import SparkContext
from pyspark.sql import SparkSession

# Exit codes of `renju batch`: done, and done but for some records, whose lines say so.
DONE = (0, 3)
# Flags that make a partition's answers depend on more than its records, send them elsewhere, or
# give each of them a header.
REFUSED = ("--out", "--resume", "--force", "--shard", "--unordered", "--fail-fast", "--max-errors", "--tree")
REFUSED += ("--format",)


def main() -> None:
    """Runs the job that the command line asks for."""
    arguments = parsed()
    command = [arguments.renju, "batch", arguments.study, *arguments.flags, "--quiet"]
    command += ["-j", str(arguments.threads), "--from", "jsonl", "-"]
    list(answers(command, iter(())))  # Wrong flags end the job here, not every task four times.
    spark = SparkSession.builder.appName(f"renju batch {arguments.study}").getOrCreate()
    context = spark.sparkContext
    partitions = arguments.partitions or 4 * context.defaultParallelism
    lines = context.textFile(files(context, arguments.input), partitions, use_unicode=False)
    lines.mapPartitions(lambda part: answers(command, part)).saveAsTextFile(arguments.output)
    if arguments.parquet:
        # From the text, so that nothing is answered twice; as an RDD it keeps its order.
        table = spark.read.json(context.textFile(files(context, arguments.output)))
        table.write.parquet(arguments.parquet)
    spark.stop()


def parsed() -> argparse.Namespace:
    """The command line."""
    usage = "%(prog)s [OPTION].. STUDY INPUT OUTPUT [-- FLAG..]"
    parser = argparse.ArgumentParser(usage=usage, description=__doc__.splitlines()[0])
    parser.add_argument("study", help="a question of renju batch, such as forbidden")
    parser.add_argument("input", help="JSON lines: a file, a folder or a pattern of files")
    parser.add_argument("output", help="folder for the answers, which must not be there yet")
    parser.add_argument("--parquet", metavar="FOLDER", help="write the answers as a Parquet table, too")
    parser.add_argument("--partitions", type=int, metavar="N", help="their least number (four for each core)")
    parser.add_argument(
        "--threads", type=int, default=1, metavar="N", help="threads of each process (%(default)s)"
    )
    parser.add_argument(
        "--renju", default="renju", metavar="PATH", help="the program, on every machine (%(default)s)"
    )
    own, flags = sys.argv[1:], []
    if "--" in own:
        cut = own.index("--")
        own, flags = own[:cut], own[cut + 1 :]
    arguments = parser.parse_args(own)
    arguments.flags = flags
    for flag in arguments.flags:
        if flag.split("=")[0] in REFUSED:
            parser.error(f"{flag} cannot be used here: each partition is a run of its own")
    return arguments


def files(context: SparkContext, pattern: str) -> str:
    """The files of a folder or a pattern by their names: Spark takes them as they are listed."""
    path = context._jvm.org.apache.hadoop.fs.Path(pattern)
    system = path.getFileSystem(context._jsc.hadoopConfiguration())
    found = list(system.globStatus(path) or [])
    if len(found) == 1 and found[0].isDirectory():
        found = list(system.listStatus(found[0].getPath()))
    paths = [file.getPath() for file in found if file.isFile()]
    names = sorted(path.toString() for path in paths if path.getName()[0] not in "._")
    if not names:
        raise FileNotFoundError(f"{pattern}: there is no such file")
    return ",".join(names)


def answers(command: list[str], records: Iterator[bytes]) -> Iterator[bytes]:
    """The lines that the command prints for the records.

    Raises an error if the process or its input failed, so that the task fails and is run again.
    """
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said) as process,
    ):
        sink, process.stdin = process.stdin, None  # The feeder closes it.
        failures: list[BaseException] = []
        feeder = threading.Thread(target=feed, args=(sink, records, failures), daemon=True)
        feeder.start()
        try:
            for line in process.stdout:
                if line.endswith(b"\n"):  # Else it is cut off, and so is the process.
                    yield line[:-1]
            code = process.wait()
        finally:
            process.kill()  # Nothing happens if it has ended.
        feeder.join()
        if failures:
            raise failures[0]
        if code not in DONE:
            said.seek(0)
            text = said.read().decode(errors="replace")
            raise RuntimeError(f"{' '.join(command)}: exit code {code}\n{text}")


def feed(sink: IO[bytes], records: Iterator[bytes], failures: list[BaseException]) -> None:
    """Writes the records into the process."""
    try:
        with sink:
            for record in records:
                sink.write(record + b"\n")
    except BrokenPipeError:
        pass  # The process has ended; its exit code says why.
    except BaseException as failure:  # noqa: BLE001 - raised where the answers are read
        failures.append(failure)


if __name__ == "__main__":
    try:
        main()
    except (FileNotFoundError, RuntimeError) as error:
        sys.exit(f"error: {error}")
