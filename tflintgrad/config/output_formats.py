"""The names of the output formats.

A module of `tflintgrad/output/formats/` is an output format of that name, with dashes for
underscores. The configuration needs the names and not the modules, so it reads the folder.
"""

from __future__ import annotations

import os

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def output_formats() -> list[str]:
    """Return the names of all output formats, sorted."""
    names = os.listdir(os.path.join(_PACKAGE, "output", "formats"))
    modules = (name.removesuffix(".py") for name in names if name.endswith(".py"))
    return sorted(name.replace("_", "-") for name in modules if name != "__init__")
