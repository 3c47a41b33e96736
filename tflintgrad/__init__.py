"""tflintgrad finds the line where a TensorFlow gradient gets lost.

The library behind the command line::

    import tflintgrad

    for finding in tflintgrad.check_source(text, "train.py"):
        print(finding.span.start.row, finding.code, finding.message)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tflintgrad.api import check_files as check_files
    from tflintgrad.api import check_source as check_source
    from tflintgrad.api import check_texts as check_texts
    from tflintgrad.configuration import configured as configured
    from tflintgrad.fileresult import FileResult as FileResult
    from tflintgrad.findings import Finding as Finding
    from tflintgrad.library import check as check
    from tflintgrad.settings import ConfigurationError as ConfigurationError
    from tflintgrad.settings import Settings as Settings

__version__ = "0.1.0"

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
    "ConfigurationError": "tflintgrad.settings",
    "FileResult": "tflintgrad.fileresult",
    "Finding": "tflintgrad.findings",
    "Settings": "tflintgrad.settings",
    "check": "tflintgrad.library",
    "check_files": "tflintgrad.api",
    "check_source": "tflintgrad.api",
    "check_texts": "tflintgrad.api",
    "configured": "tflintgrad.configuration",
}

if not TYPE_CHECKING:  # a type checker would take it for a promise that every name exists

    def __getattr__(name: str) -> object:
        # `tflintgrad --version` passes through here first: imports wait until they are needed.
        home = _HOME.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(home), name)
