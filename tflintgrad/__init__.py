"""tflintgrad finds the line where a TensorFlow gradient gets lost.

The library behind the command line::

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
    from tflintgrad.config.resolver import configured as configured
    from tflintgrad.config.settings import ConfigurationError as ConfigurationError
    from tflintgrad.config.settings import Settings as Settings
    from tflintgrad.diagnostics import Finding as Finding
    from tflintgrad.engine.check import check_files as check_files
    from tflintgrad.engine.check import check_source as check_source
    from tflintgrad.engine.check import check_texts as check_texts
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

_HOME = {
    "ConfigurationError": "tflintgrad.config.settings",
    "FileResult": "tflintgrad.engine.file_result",
    "Finding": "tflintgrad.diagnostics",
    "Settings": "tflintgrad.config.settings",
    "check": "tflintgrad.api",
    "check_files": "tflintgrad.engine.check",
    "check_source": "tflintgrad.engine.check",
    "check_texts": "tflintgrad.engine.check",
    "configured": "tflintgrad.config.resolver",
}

if not TYPE_CHECKING:  # a type checker would take it for a promise that every name exists

    def __getattr__(name: str) -> object:
        # `tflintgrad --version` passes through here first: imports wait until they are needed.
        home = _HOME.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(home), name)
