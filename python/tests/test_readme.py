"""The README's lines print what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest


def test_the_lines_of_the_readme_print_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pandas")
    text = (Path(__file__).resolve().parents[1] / "README.md").read_text()
    blocks = dict(re.findall(r"```(python|text)\n(.*?)```", text, re.DOTALL))
    exec(compile(blocks["python"], "README.md", "exec"), {})  # noqa: S102
    assert capsys.readouterr().out == blocks["text"]
