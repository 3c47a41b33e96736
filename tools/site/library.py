"""The pages of the library and of plugins, from docstrings: mkdocstrings fills them."""

from __future__ import annotations

import tflintgrad
import tflintgrad.testing
from tflintgrad.plugins import v1

HEAD = """\
# The library

`import tflintgrad` takes no time: what a program uses is imported when it is used. Names
that this page does not have may change in any version.
"""
PLUGIN_HEAD = """\
# What rules of your own may use

[Write rules of your own](plugins.md) explains how these fit together. Everything here
is in `tflintgrad.plugins.v1`.
"""
#: The types that the functions take and give, after the functions.
_TYPES = {
    "Settings": "tflintgrad.config.settings",
    "ConfigurationError": "tflintgrad.config.settings",
    "Finding": "tflintgrad.diagnostics",
    "FileResult": "tflintgrad.engine.file_result",
}
#: Types of the fields of these, which are not imported from `tflintgrad` itself.
_PARTS = ("Step", "Span", "Location", "Spot", "Fix", "Edit")


def page() -> str:
    """Return the page, as directives of mkdocstrings."""
    functions = [name for name in tflintgrad.__all__ if name[0] != "_" and name not in _TYPES]
    parts = [HEAD, "## Functions\n"]
    parts += [_directive("tflintgrad.api", name, "tflintgrad") for name in functions]
    parts.append("## Types\n")
    parts += [_directive(module, name, "tflintgrad") for name, module in _TYPES.items()]
    parts += [_directive("tflintgrad.diagnostics", name) for name in _PARTS]
    parts.append("## In tests\n\n[Gradients in your tests](testing.md) explains these.\n")
    parts += [_directive("tflintgrad.testing", name) for name in tflintgrad.testing.__all__]
    return "\n".join(parts)


def plugin_page() -> str:
    """Return the page of what a plugin may use."""
    parts = [PLUGIN_HEAD]
    # Checks make no objects but problems, so constructors are not part of it.
    shown = '      filters: ["!^_"]\n'
    parts += [_directive("tflintgrad.plugins.v1", name) + shown for name in v1.__all__]
    return "\n".join(parts)


def _directive(module: str, name: str, public: str = "") -> str:
    """Return the directive for a name that users import from `public`."""
    heading = f"{public or module}.{name}"
    return f"::: {module}.{name}\n    options:\n      heading: {heading}\n      toc_label: {name}\n"
