#!/usr/bin/env python3
"""Plays games of `renju play` by keys in tmux, and looks at the screens.

usage: terminal.py RENJU [FOLDER]    screens are written to FOLDER, if it is given
"""

import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time

RENJU = os.path.abspath(sys.argv[1])
SCREENS = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
HOME = pathlib.Path(tempfile.mkdtemp(prefix="renju-terminal-"))
# The command of the tmux server of the terminal that is in use.
SERVER = []
# An engine that thinks for ever, with a child of its own.
ENGINE = f"""#!/bin/sh
echo $$ >> {HOME}/engine.pid
while read line; do
  case "$line" in
    START*) echo OK ;;
    BEGIN|TURN*|DONE) sleep 1000 ;;
    END*) exit ;;
  esac
done
"""


def tmux(*args):
    return subprocess.run([*SERVER, *args], capture_output=True, text=True, check=False).stdout


class Pane:
    """A terminal with a shell, in which the program runs."""

    count = 0

    def __init__(self, columns=80, rows=24):
        # A server that is told to end takes a moment: each terminal has its own.
        if SERVER:
            tmux("kill-server")
        Pane.count += 1
        SERVER[:] = ["tmux", "-L", f"renju{os.getpid()}-{Pane.count}", "-f", "/dev/null"]
        env = {"XDG_STATE_HOME": str(HOME), "LANG": "C.UTF-8"}
        exports = [part for name, text in env.items() for part in ("-e", f"{name}={text}")]
        tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), *exports, "bash --norc -i")
        self.type("PS1='ready> '; clear")
        self.wait("ready>")
        self.command("stty -a > before")

    def command(self, text):
        """Runs a command of the shell, in the folder of this run."""
        self.type(f"cd {HOME}; {text}")

    def play(self, *args):
        words = " ".join(shlex.quote(arg) for arg in args)
        self.type(f"clear; cd {HOME}; {RENJU} play {words}; echo left $?")
        self.wait("A B C D E")

    def type(self, text):
        tmux("send-keys", "-l", text)
        tmux("send-keys", "Enter")

    def keys(self, *names):
        tmux("send-keys", *names)

    def screen(self):
        return tmux("capture-pane", "-p")

    def wait(self, text, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if text in self.screen():
                return
            time.sleep(0.01)
        fail(f"{text!r} did not come:\n{self.screen()}")

    def leave(self):
        self.keys("C-c")
        self.wait("left 0")
        self.is_as_before()

    def is_as_before(self):
        self.command("stty -a > after; echo compared")
        self.wait("compared")
        time.sleep(0.1)
        before, after = ((HOME / name).read_text() for name in ("before", "after"))
        rows = lambda text: text.split(";", 3)[3]  # Without speed, rows and columns.
        if rows(before) != rows(after):
            fail(f"the terminal has changed:\n{before}\n{after}")


def fail(why):
    tmux("kill-server")
    sys.exit(f"terminal: {why}")


def keep(pane, name):
    if SCREENS:
        SCREENS.mkdir(parents=True, exist_ok=True)
        (SCREENS / f"{name}.txt").write_text(pane.screen())
        (SCREENS / f"{name}.ansi").write_text(tmux("capture-pane", "-p", "-e"))


def games():
    """Every pairing of players plays a whole game."""
    for columns, rows in ((80, 24), (120, 40)):
        pane = Pane(columns, rows)
        pane.play()
        for point in "h8 a1 i8 a3 j8 a5 k8 a7 l8".split():
            pane.type(point)
            pane.wait(f"human {point.upper()}")
        pane.wait("wins: five in a row")
        keep(pane, f"people-{columns}")
        pane.leave()
        pane.play("--white", "Bo=random", "--seed", "1")
        # By arrows and Enter: a column up from the middle.
        for count in range(1, 6):
            pane.keys("Enter")
            pane.wait(f"{2 * count - 1}. human")
            pane.keys("Up")
            if count < 5:
                pane.wait(f"{2 * count}. Bo")
        pane.wait("human (black) wins")
        keep(pane, f"arrows-{columns}")
        pane.leave()
        for black, white in (("shapes", "published:lianzhu"), ("random", "shapes")):
            limits = ["--nodes", "200", "--hash", "1", "--seed", "2"]
            pane.play("--black", black, "--white", white, *limits)
            pane.wait("the game is over", 60)
            keep(pane, f"computers-{black}-{columns}")
            pane.leave()


def openings():
    """Each opening rule, step by step; each way with forbidden points."""
    pane = Pane()
    steps = {
        "center": "h8 h9",
        "swap": "h8 h9 a1 white i9",
        "swap2": "h8 h9 a1 two b2 c3 black i9",
        "renju26": "h8 h9 i10 yes g7 g9 i8 g9 f7",
        "soosorv8": "h8 h9 i10 no g7 3 no g9 i8 j8 i8 f7",
        "taraguchi10": "h8 no h9 yes i10 no g7 ten g9 i8 j8 f6 f7 e5 k9 l4 c3 d12 g9 e9",
    }
    for rule, typed in steps.items():
        pane.play("--opening", rule, "--black", "Ann=human", "--white", "Bo=human")
        for step in typed.split():
            pane.type(step)
        pane.wait(" stone, such as H8")
        keep(pane, f"opening-{rule}")
        pane.leave()
    double_three = "f8 a1 g8 a3 h6 a5 h7 a7".split()
    for mode, answer, told in (
        ("show", "h8!", "H8 is forbidden"),
        ("hide", "h8", "H8 is forbidden"),
        ("claim", "h8 claim", "H8 is forbidden"),
    ):
        pane.play("--forbidden", mode)
        for step in double_three:
            pane.type(step)
        if mode == "show":
            pane.type("h8")
            pane.wait("double-three")
            keep(pane, "forbidden")
        for step in answer.split():
            pane.type(step)
        pane.wait(told)
        pane.leave()


def quickness():
    """A key is on the screen within 50 ms while the computer thinks."""
    pane = Pane()
    pane.play("--black", "shapes", "--think", "20s")
    pane.wait("thinks")
    slowest = 0.0
    for key in "abcdefghij":
        typed = time.monotonic()
        pane.keys(key)
        while key not in pane.screen().splitlines()[23]:
            if time.monotonic() - typed > 2:
                fail("a key is not shown")
        slowest = max(slowest, time.monotonic() - typed)
        time.sleep(0.03)
    print(f"slowest key: {slowest * 1000:.0f} ms, tmux included")
    if slowest > 0.05 and not os.environ.get("CI"):
        fail("a key took more than 50 ms")
    pane.keys("Escape")
    time.sleep(0.2)
    pane.leave()


def interruptions():
    """The terminal is usable, the game saved and no engine left, whatever happens."""
    (HOME / "engine").write_text(ENGINE)
    (HOME / "engine").chmod(0o755)
    pane = Pane()
    engine = f"gomocup:{HOME}/engine"
    # Suspended and continued.
    pane.play("--white", "shapes", "--think", "100ms")
    pane.keys("Enter")
    pane.wait("2. shapes")
    pane.keys("C-z")
    pane.wait("Stopped")
    pane.is_as_before()
    pane.type("fg")
    pane.wait("2. shapes")
    # As small as can be, and back.
    tmux("resize-window", "-x", "20", "-y", "5")
    pane.wait("small")
    tmux("resize-window", "-x", "80", "-y", "24")
    pane.wait("2. shapes")
    pane.keys("C-c")
    pane.wait("renju play --load")
    pane.is_as_before()
    # The engine is killed.
    (HOME / "engine.pid").unlink(missing_ok=True)
    pane.play("--white", engine)
    pane.keys("Enter")
    pane.wait("thinks")
    os.kill(last_engine(), 9)
    pane.wait("human (black) wins")
    keep(pane, "engine-killed")
    pane.leave()
    # Ctrl-C, SIGTERM and SIGHUP while the engine thinks.
    for end in ("C-c", "TERM", "HUP"):
        (HOME / "engine.pid").unlink(missing_ok=True)
        pane.play("--white", engine, "--save", f"{end}.sgf")
        pane.keys("Enter")
        pane.wait("thinks")
        pid = last_engine()
        if end == "C-c":
            pane.keys("C-c")
        else:
            subprocess.run(["pkill", f"-{end}", "-f", f"^{RENJU} play .*{end}.sgf"], check=True)
        pane.wait("left")
        pane.is_as_before()
        if is_alive(pid):
            fail(f"{end}: the engine is left")
        if "B[hh]" not in (HOME / f"{end}.sgf").read_text():
            fail(f"{end}: the game is not saved")
    # The terminal goes away.
    (HOME / "engine.pid").unlink(missing_ok=True)
    pane.play("--white", engine, "--save", "gone.sgf")
    pane.keys("Enter")
    pane.wait("thinks")
    pid = last_engine()
    tmux("kill-server")
    for _ in range(200):
        of_game = subprocess.run(["pgrep", "-f", f"^{RENJU} play .*gone.sgf"], capture_output=True)
        if not is_alive(pid) and not of_game.stdout:
            break
        time.sleep(0.02)
    else:
        fail("something is left when the terminal is gone")
    if "B[hh]" not in (HOME / "gone.sgf").read_text():
        fail("the game is not saved when the terminal is gone")


def last_engine():
    """The process of the game: one before it has told what it is, and may have ended."""
    path = HOME / "engine.pid"
    for _ in range(200):
        started = path.read_text().split() if path.exists() else []
        if started and is_alive(int(started[-1])):
            return int(started[-1])
        time.sleep(0.02)
    fail("the engine did not start")


def is_alive(pid):
    try:
        status = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rsplit(")", 1)[1].split()[0] != "Z"


def saved():
    """A saved game is loaded and goes on."""
    pane = Pane()
    pane.play("--white", "shapes", "--nodes", "200", "--save", "kept.sgf")
    pane.keys("Enter")
    pane.wait("2. shapes")
    pane.leave()
    pane.play("--load", "kept.sgf", "--save", "kept.sgf", "--nodes", "200")
    pane.type("moves")
    pane.wait("1. H8 2. ")
    pane.type("undo")
    pane.wait("2 steps are taken back")
    pane.keys("Enter")
    pane.wait("2. shapes")
    keep(pane, "loaded")
    pane.leave()


def main():
    for check in (games, openings, saved, quickness, interruptions):
        check()
        print(f"{check.__doc__.splitlines()[0]} ok", flush=True)
    tmux("kill-server")


main()
