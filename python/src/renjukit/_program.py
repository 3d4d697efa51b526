"""Where the program is."""

from __future__ import annotations

import os
import shutil
from importlib import metadata

from ._errors import ProgramError


def program() -> str:
    """The path of the `renju` program.

    It is the one that the environment variable RENJU names, else the one that was installed with
    this package, else the one on PATH.
    """
    named = os.environ.get("RENJU")
    if named:
        found = shutil.which(named)
        if found is None:
            raise ProgramError(f"the environment variable RENJU names no program: {named}")
        return found
    found = _installed() or shutil.which("renju")
    if found is None:
        raise ProgramError(
            "the program renju is neither in this package nor on PATH; "
            "set the environment variable RENJU to its path"
        )
    return found


def _installed() -> str | None:
    """The program among the scripts of the wheel."""
    try:
        files = metadata.files("renjukit") or []
    except metadata.PackageNotFoundError:
        return None
    scripts = (file for file in files if file.name in ("renju", "renju.exe"))
    paths = (os.path.normpath(file.locate()) for file in scripts)
    return next((path for path in paths if os.path.isfile(path)), None)
