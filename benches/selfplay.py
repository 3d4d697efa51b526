#!/usr/bin/env python3
"""Plays two engines against each other and tells which is stronger, with error bars.

    benches/selfplay.py "target/old/renju engine" "target/release/renju engine" --nodes 20000 --openings benches/openings_renju15.txt

Used for every change of search or evaluation. Each command is an engine that speaks the Gomocup
protocol; A is the first, B the second. Each opening is played twice, colours swapped, so a pair of
games is what the error bars count. Only the standard library is needed; under renju, a `renju`
program tells afterwards which black moves were forbidden (--referee).

Openings are a line each, such as h8g7f6: letters from the left, numbers from the bottom, Black
first. The record (-o) is JSON lines that `renju` reads."""

import argparse
import json
import math
import queue
import random
import re
import shlex
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field

RULE_CODES = {"freestyle": 0, "standard": 1, "renju": 4}
POINT = re.compile(r"([a-t])(\d{1,2})")
ANSWER = re.compile(r"\s*(\d+)\s*,\s*(\d+)\s*")
FAULTS = ("illegal", "crash", "timeout", "error", "forbidden")
CONFIDENT = 1.96  # standard errors on either side of a 95 % interval
SPRT_BOUND = math.log(0.95 / 0.05)


class Fault(Exception):
    """What an engine did that loses a game."""


# Points and rows. A point is (column, row), both from 0 at the bottom left.


def name(point):
    return f"{chr(ord('A') + point[0])}{point[1] + 1}"


def points(text):
    return [(ord(letter) - ord("a"), int(number) - 1) for letter, number in POINT.findall(text.lower())]


def row_length(stones, point, color, step):
    length = 1
    for sign in (1, -1):
        x, y = point
        while stones.get((x := x + sign * step[0], y := y + sign * step[1])) == color:
            length += 1
    return length


def wins(stones, point, color, rule):
    """Whether the stone on `point` makes a row that wins."""
    is_exact = rule == "standard" or (rule == "renju" and color == 0)
    lengths = [row_length(stones, point, color, step) for step in ((1, 0), (0, 1), (1, 1), (1, -1))]
    return any(length == 5 or (length > 5 and not is_exact) for length in lengths)


# Engines.


class Engine:
    def __init__(self, command, args):
        self.command, self.args, self.process = shlex.split(command), args, None

    def start_game(self):
        if self.process is None or self.process.poll() is not None:
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
            self.process = subprocess.Popen(self.command, text=True, errors="replace", bufsize=1, **pipes)
            self.lines = queue.Queue()
            threading.Thread(target=self._listen, args=(self.process, self.lines), daemon=True).start()
        self.is_new = True
        self.tell(f"START {self.args.size}")
        self.wait(lambda line: line.strip() == "OK", self.args.patience)
        self.tell(f"INFO rule {RULE_CODES[self.args.rule]}", "INFO timeout_match 0", "INFO thread_num 1")
        if self.args.time:
            self.tell(f"INFO timeout_turn {self.args.time}", f"INFO time_left {2**31 - 1}")
        if self.args.nodes:
            self.tell(f"INFO max_node {self.args.nodes}")

    @staticmethod
    def _listen(process, lines):
        for line in process.stdout:
            lines.put(line)
        lines.put(None)

    def tell(self, *lines):
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines))
            self.process.stdin.flush()
        except OSError:
            raise Fault("crash") from None

    def wait(self, is_it, seconds):
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0, deadline - time.monotonic()))
            except queue.Empty:
                raise Fault("timeout") from None
            if line is None:
                raise Fault("crash")
            if line.upper().startswith("ERROR"):
                raise Fault("error")
            if found := is_it(line):
                return found

    def move(self, moves):
        def as_told(point):
            return f"{point[0]},{self.args.size - 1 - point[1]}"

        if self.args.pause:
            time.sleep(self.args.pause / 1000)
        if not moves:
            self.tell("BEGIN")
        elif self.is_new:
            mine = len(moves) % 2
            stones = [f"{as_told(point)},{1 if index % 2 == mine else 2}" for index, point in enumerate(moves)]
            self.tell("BOARD", *stones, "DONE")
        else:
            self.tell(f"TURN {as_told(moves[-1])}")
        self.is_new = False
        limit = self.args.time / 1000 + self.args.tolerance / 1000 if self.args.time else self.args.patience
        answer = self.wait(ANSWER.fullmatch, limit)
        return int(answer[1]), self.args.size - 1 - int(answer[2])

    def stop(self):
        if self.process is None:
            return
        try:
            self.tell("END")
            self.process.wait(timeout=1)
        except (Fault, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.process = None


# Games.


@dataclass
class Game:
    pair: int
    black: int  # 0: A has Black, 1: B
    opening: list
    moves: list = field(default_factory=list)
    winner: int | None = None  # a colour: 0 Black, 1 White
    reason: str = "full_board"

    def player(self, color):
        return "AB"[self.black ^ color]

    def score_of_a(self):
        return 0.5 if self.winner is None else float(self.player(self.winner) == "A")

    def record(self, args):
        result = "draw" if self.winner is None else self.player(self.winner)
        return {
            "id": f"{self.pair + 1}{'ab'[self.black]}", "size": args.size, "rule": args.rule,
            "moves": [name(point) for point in self.moves], "opening": len(self.opening),
            "players": {"black": self.player(0), "white": self.player(1)}, "result": result, "reason": self.reason,
        }


def play(game, engines, args):
    game.moves = list(game.opening)
    stones = {point: index % 2 for index, point in enumerate(game.moves)}
    by_color = [engines[game.black], engines[1 - game.black]]
    color = 0
    try:
        for color in (0, 1):
            by_color[color].start_game()
        while len(stones) < args.size**2:
            color = len(game.moves) % 2
            point = by_color[color].move(game.moves)
            if point in stones or not all(0 <= index < args.size for index in point):
                raise Fault("illegal")
            stones[point] = color
            game.moves.append(point)
            if wins(stones, point, color, args.rule):
                game.winner, game.reason = color, "five"
                break
    except Fault as fault:
        game.winner, game.reason = 1 - color, str(fault)
        by_color[color].stop()
    if args.rule == "renju":
        heed_forbidden(game, args)
    return game


def ask_referee(study, games, args):
    """What a renju program says of games, all in one call."""
    lines = "".join(json.dumps(game.record(args)) + "\n" for game in games)
    command = [*shlex.split(args.referee), study, "-", "--from", "jsonl", "--json"]
    done = subprocess.run(command, input=lines, capture_output=True, text=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    if len(found) != len(games):
        sys.exit(f"the referee failed: {done.stderr}")
    return found


def heed_forbidden(game, args):
    """A forbidden move of Black's ended the game, whatever came after; in a draw, if there was no other move."""
    outcome = ask_referee("show", [game], args)[0]["outcome"]
    if outcome and outcome["by"] == "forbidden":
        at = max(map([name(point) for point in game.moves].index, outcome["points"]))
        before = Game(game.pair, game.black, game.opening, game.moves[:at])
        forbidden = ask_referee("forbidden", [before], args)[0]["forbidden"]
        if len(forbidden) == args.size**2 - at:
            game.moves, game.winner, game.reason = before.moves, None, "no_legal_move"
        else:
            game.moves, game.winner, game.reason = game.moves[: at + 1], 1, "forbidden"
    elif game.reason == "five" and not outcome:
        sys.exit(f"the referees differ: {json.dumps(game.record(args))}")


# Openings.


def random_opening(count, size, source):
    reach = 3 if count <= 16 else size // 2
    low = size // 2 - reach
    places = [(x, y) for x in range(low, low + 2 * reach + 1) for y in range(low, low + 2 * reach + 1)]
    places = [point for point in places if max(point) < size]
    return source.sample(places, count)


def all_openings(args):
    source = random.Random(args.seed)
    pairs = (args.games + 1) // 2
    if args.random_openings is not None:
        found = [random_opening(args.random_openings, args.size, source) for _ in range(2 * pairs)]
    elif args.openings:
        with open(args.openings) as lines:
            found = [points(line) for line in lines if line.strip() and not line.startswith("#")]
        source.shuffle(found)
    else:
        sys.exit("--openings FILE or --random-openings K is needed")
    if args.rule == "renju":
        shown = ask_referee("show", [Game(0, 0, opening, opening) for opening in found], args)
        found = [opening for opening, answer in zip(found, shown, strict=True) if not answer["outcome"]]
    if not found:
        sys.exit("there is no opening")
    if len(found) < pairs:
        print(f"note: {len(found)} openings for {pairs} pairs; engines with fixed limits repeat games", file=sys.stderr)
    return [found[index % len(found)] for index in range(pairs)]


# What it comes to.


def elo(score):
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return 0.0 - 400 * math.log10(1 / score - 1)


def expected(elo_points):
    return 1 / (1 + 10 ** (-elo_points / 400))


class Tally:
    def __init__(self, sprt):
        self.games, self.by_pair, self.sprt = [], {}, sprt

    def add(self, game):
        self.games.append(game)
        self.by_pair.setdefault(game.pair, []).append(game.score_of_a())

    def pairs(self):
        return [sum(scores) / 2 for scores in self.by_pair.values() if len(scores) == 2]

    def spread(self):
        """Number, mean and variance of the scores of A over pairs."""
        scores = self.pairs()
        if not scores:
            return 0, 0.5, 0.25
        mean = sum(scores) / len(scores)
        variance = sum((score - mean) ** 2 for score in scores) / max(len(scores) - 1, 1)
        return len(scores), mean, max(variance, 0.25 / len(scores))  # Few pairs that are all alike say little.

    def score(self):
        """Mean and 95 % error of A's score, over pairs."""
        count, mean, variance = self.spread()
        return mean, min(CONFIDENT * math.sqrt(variance / max(count, 1)), 0.5)

    def likelihood(self):
        """Log-likelihood ratio of the second hypothesis of the SPRT against the first."""
        count, mean, variance = self.spread()
        low, high = map(expected, self.sprt)
        return count * (high - low) * (2 * mean - low - high) / (2 * variance)

    def is_decided(self):
        return self.sprt is not None and abs(self.likelihood()) >= SPRT_BOUND

    def line(self):
        counts = [sum(game.score_of_a() == score for game in self.games) for score in (1, 0, 0.5)]
        mean, error = self.score()
        low, high = elo(mean - error), elo(mean + error)
        text = f"A-B {counts[0]}-{counts[1]}-{counts[2]} (W-L-D)  A {100 * mean:.1f} % +- {100 * error:.1f}"
        text += f"  Elo {elo(mean):+.0f} [{low:+.0f}, {high:+.0f}]"
        if self.sprt:
            text += f"  LLR {self.likelihood():+.2f} of +-{SPRT_BOUND:.2f}"
        return text

    def report(self, args):
        moves = sum(len(game.moves) - len(game.opening) for game in self.games)
        print(f"A: {args.a}\nB: {args.b}")
        print(f"{args.rule} {args.size}x{args.size}, {len(self.games)} games, {moves} moves")
        print(self.line())
        black = sum(game.winner == 0 for game in self.games)
        white = sum(game.winner == 1 for game in self.games)
        print(f"black won {black}, white {white}")
        for player in "AB":
            lost = [game.reason for game in self.games if game.winner is not None and game.player(1 - game.winner) == player]
            print(f"faults of {player}: " + ", ".join(f"{fault} {lost.count(fault)}" for fault in FAULTS))
        if self.sprt and self.is_decided():
            print(f"SPRT: A is {'better' if self.likelihood() > 0 else 'not better'} ({self.sprt[0]:g}, {self.sprt[1]:g})")


# The match.


class Match:
    def __init__(self, args):
        self.args, self.tally, self.lock = args, Tally(args.sprt), threading.Lock()
        self.todo = queue.Queue()
        self.is_over = threading.Event()
        self.failure = None
        for pair, opening in enumerate(all_openings(args)):
            self.todo.put((pair, opening))
        self.output = open(args.output, "w") if args.output else None

    def work(self):
        engines = [Engine(self.args.a, self.args), Engine(self.args.b, self.args)]
        try:
            while not self.is_over.is_set():
                pair, opening = self.todo.get_nowait()
                for black in (0, 1):
                    if not self.is_over.is_set():
                        self.note(play(Game(pair, black, opening), engines, self.args))
        except queue.Empty:
            pass
        except (OSError, SystemExit) as failure:
            self.failure = failure
            self.is_over.set()
        finally:
            for engine in engines:
                engine.stop()

    def note(self, game):
        with self.lock:
            self.tally.add(game)
            if self.output:
                print(json.dumps(game.record(self.args)), file=self.output, flush=True)
            if sys.stderr.isatty():
                print(f"\r{self.tally.line()} ", end="", file=sys.stderr, flush=True)
            if self.tally.is_decided():
                self.is_over.set()

    def run(self):
        workers = [threading.Thread(target=self.work) for _ in range(self.args.concurrency)]
        for worker in workers:
            worker.start()
        try:
            for worker in workers:
                worker.join()
        except KeyboardInterrupt:
            self.is_over.set()
        if sys.stderr.isatty():
            print(file=sys.stderr)
        if self.failure:
            sys.exit(str(self.failure))
        self.tally.report(self.args)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a", metavar="A_CMD")
    parser.add_argument("b", metavar="B_CMD")
    parser.add_argument("--rule", choices=RULE_CODES, default="renju")
    parser.add_argument("--size", type=int, default=15)
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=int, help="positions for each move (INFO max_node)")
    limit.add_argument("--time", type=int, metavar="MS", help="milliseconds for each move (INFO timeout_turn)")
    parser.add_argument("--games", type=int, default=100, help="rounded up to pairs (100)")
    parser.add_argument("--openings", metavar="FILE")
    parser.add_argument("--random-openings", type=int, metavar="K", help="K random stones near the middle")
    parser.add_argument("--concurrency", type=int, default=2, help="games at a time (2)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"), help="stop when one is refuted")
    parser.add_argument("--tolerance", type=int, default=1000, metavar="MS", help="forgiven over --time (1000)")
    parser.add_argument("--patience", type=float, default=60, metavar="S", help="for a move without --time (60)")
    parser.add_argument("--pause", type=int, default=0, metavar="MS", help="before each command, for engines that need it")
    parser.add_argument("--referee", default="target/release/renju", metavar="CMD", help="a renju program")
    parser.add_argument("-o", "--output", metavar="FILE", help="the games as JSON lines")
    return parser.parse_args()


if __name__ == "__main__":
    Match(arguments()).run()
