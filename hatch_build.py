"""A build hook that compiles the analysis with mypyc; a run then takes about a third less time.

The code is the same. With `TFLINTGRAD_COMPILE=1`, which the wheels of a release are built with, the
build fails if compilation does; otherwise the wheel contains only Python, and is built in seconds.
An installation from source, such as pre-commit's, would have to run more than a thousand times
before it has won back the minutes that compilation takes. An editable one is never compiled.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

#: mypyc is part of mypy, compiles with setuptools, and wants to know the classes of libcst.
_TOOLS = ["mypy>=2.0", "setuptools>=75", "libcst>=1.5"]


_REPOSITORY = "https://github.com/tflintgrad/tflintgrad"
IS_WANTED = os.environ.get("TFLINTGRAD_COMPILE") == "1"


class CompilingHook(BuildHookInterface[Any]):
    #: The folder of compiled files, which go into the wheel.
    _folder: Path | None = None

    def dependencies(self) -> list[str]:
        return _TOOLS if IS_WANTED else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or not IS_WANTED:
            return
        folder = self._folder = Path(tempfile.mkdtemp(prefix="tflintgrad-"))
        _compile(Path(self.root), self._modules(), folder)
        libraries = [path for path in (folder / "lib").rglob("*") if path.is_file()]
        build_data["force_include"].update(
            {str(path): path.relative_to(folder / "lib").as_posix() for path in libraries}
        )
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder)

    def _modules(self) -> list[str]:
        """Return the files of the compiled packages, without those that mypyc cannot compile."""
        root = Path(self.root)
        named = [root / name for name in self.config["packages"]]
        found = {path for item in named for path in (item, *item.rglob("*.py")) if path.is_file()}
        named = [root / name for name in self.config["exclude"]]
        left = {
            path for item in named for path in (item.rglob("*.py") if item.is_dir() else [item])
        }
        if unknown := left - found:
            raise ValueError(f"not among the modules that are compiled: {sorted(unknown)}")
        return sorted(path.relative_to(root).as_posix() for path in found - left)


class DescriptionHook(MetadataHookInterface):
    """Makes the README the description of the package."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute_links(text)}


def absolute_links(text: str) -> str:
    """Make links to files of the repository work on the package index, too."""

    def absolute(found: re.Match[str]) -> str:
        picture, label, target = found.groups()
        if target.startswith(("http:", "https:", "#")):
            return found[0]
        return f"{picture}[{label}]({_REPOSITORY}/{'raw' if picture else 'blob'}/main/{target})"

    return re.sub(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)", absolute, text)


def _compile(root: Path, modules: list[str], folder: Path) -> None:
    """Leave the libraries in `lib` of the folder, laid out as in the wheel."""
    # They are there only while a wheel is built (`dependencies`).
    from mypyc.build import mypycify
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    class Build(build_ext):
        def build_extension(self, ext: Extension) -> None:
            """Compile the sources of the shared library in parallel."""

            def compiled(source: str) -> list[str]:
                objects: list[str] = self.compiler.compile(
                    [source],
                    output_dir=self.build_temp,
                    include_dirs=ext.include_dirs,
                    extra_postargs=ext.extra_compile_args,
                )
                return objects

            with ThreadPoolExecutor(os.cpu_count()) as pool:
                ext.extra_objects = [
                    made for some in pool.map(compiled, ext.sources) for made in some
                ]
            ext.sources = []
            super().build_extension(ext)

    before = Path.cwd()
    os.chdir(root)  # mypyc names modules by their paths from here
    try:
        extensions = mypycify(
            # Type errors must not prevent an installation; the tests check types.
            ["--config-file=", f"--cache-dir={folder / 'cache'}", *modules],
            opt_level="1",  # sooner compiled; most of a run is spent in libpython anyway
            debug_level="0",
            multi_file=True,
            group_name="tflintgrad",
            target_dir=str(folder / "c"),
        )
        command = Build(Distribution({"name": "tflintgrad", "ext_modules": extensions}))
        command.build_lib = str(folder / "lib")
        command.build_temp = str(folder / "objects")
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)
