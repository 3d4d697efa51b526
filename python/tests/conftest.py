"""The tests ask the program that RENJU names, or the one that is installed or on PATH."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def samples() -> Path:
    """The positions that come with the program."""
    return Path(__file__).resolve().parents[2] / "positions"
