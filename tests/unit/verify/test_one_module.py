"""`verify.repro.one_module`: a program and its modules as one text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tflintgrad.project.module_resolver import Projects
from tflintgrad.verify.repro.one_module import OneModule, as_one_module
from tflintgrad.verify.repro.result import NotReproducible

HELPERS = {
    "pkg/__init__.py": "from .maths import double\n",
    "pkg/maths.py": (
        '"""Numbers."""\nimport math\n\nRATE = 2\n\n\ndef double(x):\n    return RATE * x\n'
    ),
    "other.py": (
        "import math\n\nRATE = 5\n\n\ndef five():\n    return RATE * math.pi\n\n\n"
        "if __name__ == '__main__':\n    print(five())\n"
    ),
}


def written(folder: Path, program: str, **more: str) -> OneModule:
    for name, text in {**HELPERS, **more, "main.py": program}.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    projects = Projects([str(folder)])
    main = folder / "main.py"
    return as_one_module(
        str(main), program, projects, lambda path: Path(path).read_text(encoding="utf-8")
    )


def run(module: OneModule) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(module.text, "main.py", "exec"), names)
    return names


@pytest.mark.parametrize(
    "program",
    [
        "from pkg import double\nresult = double(3)\n",
        "from pkg.maths import double as twice\nresult = twice(3)\n",
        "import pkg.maths\nresult = pkg.maths.double(3)\n",
        "import pkg.maths as m\nresult = m.double(m.RATE + 1)\n",
        "from pkg import maths\nresult = maths.double(3)\n",
        "from pkg.maths import *\nresult = double(3)\n",
        "def main():\n    from pkg import double\n    return double(3)\n\n\nresult = main()\n",
        "import os, pkg\nresult = pkg.double(len(os.sep) + 2)\n",
    ],
)
def test_imports(tmp_path: Path, program: str) -> None:
    module = written(tmp_path, program)
    assert "pkg" not in module.text
    assert run(module)["result"] == 6


def test_names_of_two_modules_stay_apart(tmp_path: Path) -> None:
    program = (
        "from other import five\nfrom pkg import double\n\n"
        "RATE = 7\nresult = double(RATE), five()\n"
    )
    module = written(tmp_path, program)
    double, five = run(module)["result"]
    assert double == 14
    assert five > 15
    assert module.text.count("import math") == 1
    assert "__main__" not in module.text


def test_rows(tmp_path: Path) -> None:
    module = written(tmp_path, "from pkg import double\nresult = double(3)\n")
    row = module.row(str(tmp_path / "pkg" / "maths.py"), 8)
    assert row is not None
    assert module.text.split("\n")[row - 1] == "    return RATE * x"
    assert module.row(str(tmp_path / "other.py"), 1) is None


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("import pkg.maths as m\nprint(vars(m))\n", "`m` is used as an object"),
        ("import pkg.maths as m\nm.RATE = 3\n", "`m` is used as an object"),
        ("from pkg import missing\n", "`missing` of `pkg`"),
        ("from broken import x\n", "is no valid Python"),
    ],
)
def test_refusals(tmp_path: Path, program: str, reason: str) -> None:
    with pytest.raises(NotReproducible, match=reason):
        written(tmp_path, program, **{"broken.py": "x ="})
