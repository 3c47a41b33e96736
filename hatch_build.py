"""A build hook that compiles the analysis with mypyc; a run then takes about a third less time.

The code is the same. If it cannot be compiled, the wheel contains only Python; so does an editable
installation, whose code changes. `TFLINTGRAD_COMPILE=0` skips compilation; with
`TFLINTGRAD_COMPILE=1`, the build fails if compilation does.
"""

from __future__ import annotations

import os
import platform
import shutil
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: mypyc is part of mypy, compiles with setuptools, and wants to know the classes of libcst.
_TOOLS = ["mypy>=2.0", "setuptools>=75", "libcst>=1.5"]


class CompilingHook(BuildHookInterface[Any]):
    #: The folder of compiled files, which go into the wheel.
    _folder: Path | None = None

    def dependencies(self) -> list[str]:
        return _TOOLS if _is_wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or not _is_wanted():
            return
        folder = self._folder = Path(tempfile.mkdtemp(prefix="tflintgrad-"))
        try:
            _compile(Path(self.root), self._modules(), folder)
        except (Exception, SystemExit) as problem:  # mypyc leaves by SystemExit
            if _wish() == "1":
                raise
            self.app.display_warning(f"tflintgrad is not compiled, and slower: {problem}")
            return
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


def _is_wanted() -> bool:
    return _wish() == "1" or (_wish() == "" and _is_worth_trying())


def _wish() -> str:
    return os.environ.get("TFLINTGRAD_COMPILE", "")


def _is_worth_trying() -> bool:
    # Compiled code takes its stack from the system: on Windows too little for deep programs.
    if platform.python_implementation() != "CPython" or platform.system() == "Windows":
        return False
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    return shutil.which(compiler) is not None


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
