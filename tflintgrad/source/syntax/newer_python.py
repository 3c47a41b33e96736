"""Syntax that is newer than the running Python: libcst reads it, in a process that can be stopped.

libcst's parser takes exponential time for some texts (`del ((((…` without an end), and nothing can
interrupt it. So text that CPython refuses is parsed there only if the refused row shows newer
syntax, and if another process has parsed the same text within a limit.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

from tflintgrad import limits
from tflintgrad.import_path import trusted_entries

_SIGN = re.compile(
    # Functions and classes with type parameters, and names of types (Python 3.12).
    r"\s*(?:async\s+)?def\s+\w+\s*\[|\s*class\s+\w+\s*\[|\s*type\s+\w+"
    # Groups of exceptions, and a star in an index (3.11).
    r"|\s*except\s*\*|.*\[\s*\*|.*\*\w+\s*:\s*\*"
    # Exceptions without parentheses, and templates (3.14).
    r"|\s*except\s+[\w.]+\s*,|.*(?<!\w)[rR]?[tT][rR]?['\"]"
)
_F_STRING = re.compile(r"(?<!\w)[rR]?[fF][rR]?['\"]")

_CHILD = """
import json, sys
path, seconds, size, text = json.load(sys.stdin)
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
except (ImportError, OSError, ValueError):
    pass
sys.path[:] = path
from tflintgrad.source.syntax.libcst_parser import parse_native
parse_native(text)
"""


def may_be_newer(text: str, message: str, row: int) -> bool:
    """True if the row in which CPython found an error may hold syntax that is newer than it."""
    lines = text.split("\n")
    line = lines[row - 1] if 0 < row <= len(lines) else ""
    if sys.version_info < (3, 12) and (message.startswith("f-string") or _F_STRING.search(line)):
        return True  # quotes, lines and comments in f-strings
    return _SIGN.match(line) is not None


def is_parsed_elsewhere(text: str) -> bool:
    """True if libcst's parser accepts a text in a process of its own, and takes little time."""
    seconds = limits.MAX_PARSER_SECONDS
    try:
        path = trusted_entries(sys.path, os.getcwd())
        finished = subprocess.run(
            [sys.executable, "-I", "-B", "-c", _CHILD],
            input=json.dumps([path, seconds, limits.MAX_PARSER_BYTES, text]).encode(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=10 * seconds,  # a busy machine gives it a part of its time
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return False
    return finished.returncode == 0
