"""The light import of libcst: node classes at once, everything else when it is asked for."""

from __future__ import annotations

import subprocess
import sys


def _run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.strip()


def test_the_analysis_loads_node_classes_only() -> None:
    found = _run(
        "import sys, tflintgrad.engine.analyze_program, libcst\n"
        "print(libcst.Name.__module__, *(f'libcst.{name}' in sys.modules"
        " for name in ('metadata', 'helpers', '_parser.entrypoints')))"
    )
    assert found == "libcst._nodes.expression False False False"


def test_the_rest_of_libcst_is_there() -> None:
    found = _run(
        "import tflintgrad.source.syntax, libcst\n"
        "kind = libcst.Name\n"
        "module = libcst.parse_module('a = b  # c\\n')\n"
        "import libcst.matchers as m, libcst.metadata\n"
        "name = module.body[0].body[0].value\n"
        "print(kind is libcst.Name, type(name) is kind, m.matches(name, m.Name('b')),\n"
        "      libcst.metadata.MetadataWrapper(module).module.code.strip())\n"
    )
    assert found == "True True True a = b  # c"


def test_nodes_are_made_and_checked_as_usual() -> None:
    found = _run(
        "import tflintgrad.source.syntax, libcst as cst\n"
        "print(cst.Name('a').with_changes(value='b').value, cst.Name('x') == cst.Name('x'))\n"
        "for wrong in (lambda: cst.Name(''), lambda: setattr(cst.Name('a'), 'value', 'b')):\n"
        "    try:\n"
        "        wrong()\n"
        "    except Exception as problem:\n"
        "        print(type(problem).__name__)\n"
    )
    assert found.split() == ["b", "False", "CSTValidationError", "FrozenInstanceError"]
