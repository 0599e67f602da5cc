"""What pyproject.toml cannot say: the compiled part is built where there is a C compiler, else left out."""

import zlib
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path(__file__).resolve().parent / "bullrun" / "fast" / "compiled.c"
NUMBER = str(zlib.crc32(SOURCE.read_bytes()))
"""bullrun/fast/built.py works it out in the same way."""


class BuildOrSay(build_ext):
    """Builds the compiled part if it can, and says whether it could."""

    def run(self) -> None:
        """A build that fails is no failure: everything works in plain Python."""
        files = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        # The times of files say little after a checkout or a copy: what another source made is built again.
        wanted = f"bullrun source {NUMBER}".encode()
        self.force = self.force or any(file.is_file() and wanted not in file.read_bytes() for file in files)
        super().run()
        built = all(file.is_file() and wanted in file.read_bytes() for file in files)
        says = "the compiled part is built" if built else "no C compiler, so it runs in plain Python"
        print(f"bullrun: {says}")


setup(
    ext_modules=[
        Extension(
            "bullrun.fast.compiled",
            ["bullrun/fast/compiled.c"],
            define_macros=[("SOURCE", f'"{NUMBER}"')],
            optional=True,
        )
    ],
    cmdclass={"build_ext": BuildOrSay},
)
