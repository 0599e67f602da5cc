"""What pyproject.toml cannot say: the compiled part is built where there is a C compiler, else left out."""

from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


class BuildOrSay(build_ext):
    """Builds the compiled part if it can, and says whether it could."""

    def run(self) -> None:
        """A build that fails is no failure: everything works in plain Python."""
        super().run()
        built = all(Path(self.get_ext_fullpath(extension.name)).is_file() for extension in self.extensions)
        says = "the compiled part is built" if built else "no C compiler, so it runs in plain Python"
        print(f"bullrun: {says}")


setup(
    ext_modules=[Extension("bullrun.fast.compiled", ["bullrun/fast/compiled.c"], optional=True)],
    cmdclass={"build_ext": BuildOrSay},
)
