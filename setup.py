"""What pyproject.toml cannot say: an installed package carries the tree and the histories of `redfirst demo`."""

from pathlib import Path
from shutil import copytree, ignore_patterns

from setuptools import setup
from setuptools.command.build_py import build_py

MATERIAL = ("tree", "histories")


class BuildWithMaterial(build_py):
    """Copies the material beside the module that looks for it; a checkout uses `fixtures/` itself."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        for name in MATERIAL:
            copytree(
                Path(__file__).parent / "fixtures" / name,
                Path(self.build_lib, "bot", "demo", "fixtures", name),
                ignore=ignore_patterns("__pycache__"),
                dirs_exist_ok=True,
            )


setup(cmdclass={"build_py": BuildWithMaterial})
