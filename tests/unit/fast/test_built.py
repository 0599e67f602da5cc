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


def imported(folder: Path) -> subprocess.CompletedProcess[str]:
    """Two processes of the package in a folder: the first starts the second."""
    code = (
        "import subprocess, sys;"
        "from bullrun.fast import COMPILED, places_in; print(COMPILED, list(places_in(6)));"
        "subprocess.run([sys.executable, '-c', 'import bullrun.fast as f; print(f.COMPILED)'], check=True)"
    )
    environment = {name: value for name, value in os.environ.items() if name != "BULLRUN_PURE"}
    return subprocess.run(
        [sys.executable, "-u", "-c", code],
        cwd=folder,
        env=environment | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what the compiled part needs, built."""
    for file in ("setup.py", "bullrun/__init__.py", "bullrun/errors.py", *FAST):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    build_in_place(tmp_path)
    return tmp_path


FAST = [f"bullrun/fast/{name}" for name in ("__init__.py", "built.py", "pure.py", "compiled.c")]


def build_in_place(folder: Path) -> None:
    command = [sys.executable, "setup.py", "build_ext", "--inplace"]
    subprocess.run(command, cwd=folder, capture_output=True, check=True)


@pytest.mark.skipif(compiler() is None, reason="there is no compiler here")
def test_a_part_built_from_other_source_is_said_once_and_not_used_until_it_is_built_again(checkout):
    done = imported(checkout)
    assert done.stdout.split()[0] == "True" and done.stdout.split()[-1] == "True" and done.stderr == ""
    source = checkout / "bullrun/fast/compiled.c"
    source.write_text(source.read_text() + "/* changed */\n")
    os.utime(source, (1, 1))  # older than what was built, as after a checkout or a copy
    done = imported(checkout)
    assert done.stdout.split()[0] == "False" and done.stdout.split()[-1] == "False"
    assert done.stderr.count("was built from other source") == 1 and "build_ext --inplace" in done.stderr
    build_in_place(checkout)
    done = imported(checkout)
    assert done.stdout.split()[0] == "True" and done.stderr == ""


@pytest.mark.skipif(compiler() is None, reason="there is no compiler here")
def test_an_installed_package_without_source_uses_what_came_with_it(checkout):
    (checkout / "bullrun/fast/compiled.c").unlink()
    done = imported(checkout)
    assert done.stdout.split()[0] == "True" and done.stderr == ""
