"""Whether the compiled part is there where it should be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def compiler() -> str | None:
    """The compiler that Python's own extensions are built with, if it is at hand, with the headers."""
    command = (sysconfig.get_config_var("CC") or "").split()
    has_headers = Path(sysconfig.get_path("include"), "Python.h").is_file()
    return shutil.which(command[0]) if command and has_headers else None


@pytest.mark.skipif(compiler() is None, reason="there is no compiler here")
def test_where_there_is_a_compiler_the_compiled_part_is_built():
    assert find_spec("bullrun.fast.compiled") is not None, "python setup.py build_ext --inplace"


def build(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            sys.executable,
            "setup.py",
            "build_ext",
            "--build-lib",
            folder / "lib",
            "--build-temp",
            folder / "temp",
        ],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(compiler() is None, reason="there is no compiler here")
def test_the_build_says_that_it_has_compiled(tmp_path):
    done = build(tmp_path)
    assert done.returncode == 0 and list(tmp_path.glob("lib/bullrun/fast/compiled.*"))
    assert "bullrun: the compiled part is built" in done.stdout


def test_without_a_compiler_the_build_goes_on_and_says_so(tmp_path):
    done = build(tmp_path, CC="no-such-compiler")
    assert done.returncode == 0, done.stderr
    assert not list(tmp_path.glob("lib/bullrun/fast/compiled.*"))
    assert "bullrun: no C compiler, so it runs in plain Python" in done.stdout
