"""Test files as programs: what pytest would call is called at their end."""

from __future__ import annotations

import ast
import os
import re

#: The names by which pytest knows test files.
_TEST_FILE = re.compile(r"(?:test_.*|.*_test)\.py")
_PREFIX = "test"
#: Runs every test, and raises the first exception after the last one.
_CALLS = """

def _call_tests(tests):
    failed = None
    for owner, name in tests:
        try:
            if owner is None:
                name()
            elif hasattr(owner, "debug"):
                owner(name).debug()
            else:
                getattr(owner(), name)()
        except Exception as error:
            failed = failed or error
    if failed is not None:
        raise failed


_call_tests([{tests}])
"""


def is_test_file(path: str) -> bool:
    """True if pytest would collect tests in a file of this name."""
    return _TEST_FILE.fullmatch(os.path.basename(path)) is not None


def with_calls(text: str) -> str | None:
    """Return a test file that calls its tests; None if there is none that needs no arguments."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None
    tests = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and _is_test(node, given=0):
            tests.append(f"(None, {node.name})")
        elif isinstance(node, ast.ClassDef):
            methods = [item for item in node.body if isinstance(item, ast.FunctionDef)]
            tests += [f'({node.name}, "{m.name}")' for m in methods if _is_test(m, given=1)]
    return text.rstrip("\n") + "\n" + _CALLS.format(tests=", ".join(tests)) if tests else None


def _is_test(node: ast.FunctionDef, given: int) -> bool:
    """True for a test that asks for no fixture; `given` arguments come from Python itself."""
    required = len(node.args.posonlyargs) + len(node.args.args) - len(node.args.defaults)
    return node.name.startswith(_PREFIX) and required == given and None not in node.args.kw_defaults
