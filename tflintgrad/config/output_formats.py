"""The names of the output formats.

A module of `tflintgrad/output/formats/` is an output format of that name, with dashes for
underscores. The configuration needs the names and not the modules, so it reads the folder.
"""

from __future__ import annotations

import pkgutil
from pathlib import Path

_FOLDER = Path(__file__).parents[1] / "output" / "formats"


def output_formats() -> list[str]:
    """Return the names of all output formats, sorted."""
    modules = (module.name for module in pkgutil.iter_modules([str(_FOLDER)]))
    return sorted(name.replace("_", "-") for name in modules)
