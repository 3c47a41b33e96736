"""When a wheel is built, the analysis is compiled with mypyc: it then takes half the time.

It is the same code either way. Where it cannot be compiled (no C compiler, another Python than
CPython), the wheel holds Python alone; so does an editable installation, where the code changes.
`TFLINTGRAD_COMPILE=0` does not try, `TFLINTGRAD_COMPILE=1` fails rather than do without.
"""

from __future__ import annotations

import os
import platform
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: Without the classes of libcst and of the project mypyc knows too little; it compiles by setuptools.
_TOOLS = ["mypy>=2.0", "setuptools>=75", "libcst>=1.5"]


class CompilingHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        return _TOOLS if _is_wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or not _is_wanted():
            return
        folder = Path(tempfile.mkdtemp(prefix="tflintgrad-"))
        try:
            _compile(Path(self.root), self._modules(), folder)
        except (Exception, SystemExit) as problem:  # mypyc leaves by SystemExit
            if _is_wanted(at_any_price=True):
                raise
            self.app.display_warning(f"tflintgrad is not compiled, and slower: {problem}")
            return
        libraries = [path for path in (folder / "lib").rglob("*") if path.is_file()]
        build_data["force_include"].update(
            {str(path): path.relative_to(folder / "lib").as_posix() for path in libraries}
        )
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def _modules(self) -> list[str]:
        """The files of the packages that are compiled, without those that cannot be."""
        root = Path(self.root)
        found = {path for name in self.config["packages"] for path in (root / name).rglob("*.py")}
        left = {root / name for name in self.config["exclude"]}
        if unknown := left - found:
            raise ValueError(f"not among the modules that are compiled: {sorted(unknown)}")
        return sorted(path.relative_to(root).as_posix() for path in found - left)


def _is_wanted(*, at_any_price: bool = False) -> bool:
    wish = os.environ.get("TFLINTGRAD_COMPILE", "")
    if wish or at_any_price:
        return wish == "1"
    return platform.python_implementation() == "CPython"


def _compile(root: Path, modules: list[str], folder: Path) -> None:
    """Leave the libraries in `lib` of the folder, laid out as in the wheel."""
    # Both are there only once a wheel is built (`dependencies`).
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    before = Path.cwd()
    os.chdir(root)  # mypyc names modules by their paths from here
    try:
        extensions = mypycify(
            # That types are right is checked elsewhere, and no reason not to install.
            ["--config-file=", f"--cache-dir={folder / 'cache'}", *modules],
            opt_level="1",  # twice as fast to compile as 3, and as fast to run
            debug_level="0",
            multi_file=True,
            group_name="tflintgrad",
            target_dir=str(folder / "c"),
        )
        command = build_ext(Distribution({"name": "tflintgrad", "ext_modules": extensions}))
        command.build_lib = str(folder / "lib")
        command.build_temp = str(folder / "objects")
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)
