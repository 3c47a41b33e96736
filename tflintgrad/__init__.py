"""tflintgrad finds the line where a TensorFlow gradient gets lost.

Use it as a library::

    import tflintgrad

    for finding in tflintgrad.check_source(text, "train.py"):
        print(finding.span.start.row, finding.code, finding.message)
"""

from __future__ import annotations

from tflintgrad._version import __version__

# Nothing is imported from the standard library: `python -m tflintgrad` gets here before
# `import_path` has removed the current folder, whose `typing.py` would be found first.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from tflintgrad.api import check as check
    from tflintgrad.api import check_files as check_files
    from tflintgrad.api import check_source as check_source
    from tflintgrad.api import check_texts as check_texts
    from tflintgrad.api import configured as configured
    from tflintgrad.config.settings import ConfigurationError as ConfigurationError
    from tflintgrad.config.settings import Settings as Settings
    from tflintgrad.diagnostics import Finding as Finding
    from tflintgrad.engine.file_result import FileResult as FileResult

__all__ = [
    "ConfigurationError",
    "FileResult",
    "Finding",
    "Settings",
    "__version__",
    "check",
    "check_files",
    "check_source",
    "check_texts",
    "configured",
]

_MODULES = {
    "ConfigurationError": "tflintgrad.config.settings",
    "FileResult": "tflintgrad.engine.file_result",
    "Finding": "tflintgrad.diagnostics",
    "Settings": "tflintgrad.config.settings",
    "check": "tflintgrad.api",
    "check_files": "tflintgrad.api",
    "check_source": "tflintgrad.api",
    "check_texts": "tflintgrad.api",
    "configured": "tflintgrad.api",
}

if not TYPE_CHECKING:  # to a type checker, this function would mean that every name exists

    def __getattr__(name: str) -> object:
        # Every start of the command line imports this package, so it imports nothing by itself.
        module = _MODULES.get(name)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(module), name)
