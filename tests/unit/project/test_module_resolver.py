"""Imports within a project: which file a name leads to, what is read, what is said about whom."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tflintgrad import check_files
from tflintgrad.diagnostics import Finding
from tflintgrad.engine.check import check
from tflintgrad.engine.check_in_memory import check_bytes
from tflintgrad.engine.run_stats import RunStats
from tflintgrad.project.import_scanner import imports_in
from tflintgrad.project.module_resolver import Projects

CUT = "import tensorflow as tf\n\n\ndef cut(x):\n    return tf.constant(x.numpy())\n"
CUT_ROW = 5
ASK = """\
x = tf.Variable(1.0)
with tf.GradientTape() as tape:
    y = {call}(x) * 2.0
print(tape.gradient(y, x))
"""


def write(folder: Path, **files: str) -> None:
    """`pkg__mod="…"` is the file pkg/mod.py."""
    (folder / "pyproject.toml").touch()
    for name, text in files.items():
        path = folder / (name.replace("__", "/").replace("/init/", "/__init__") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")


def findings(*paths: Path) -> list[Finding]:
    results = list(check_files(map(str, paths)))
    assert not [result for result in results if result.error or result.warnings]
    return [finding for result in results for finding in result.findings]


def locations(*paths: Path) -> list[tuple[str, int, str]]:
    return [(Path(f.filename).name, f.span.start.row, f.code) for f in findings(*paths)]


def ask(imports: str, call: str = "cut") -> str:
    return f"import tensorflow as tf\n{imports}\n\n{ASK.format(call=call)}"


@pytest.mark.parametrize(
    ("imports", "call"),
    [
        ("from lib.ops import cut", "cut"),
        ("from lib.ops import cut as f", "f"),
        ("from lib import ops", "ops.cut"),
        ("from lib import cut", "cut"),
        ("from lib import *", "cut"),
        ("from lib.ops import *", "cut"),
        ("import lib", "lib.cut"),
        ("import lib.ops", "lib.ops.cut"),
        ("import lib.ops as o", "o.cut"),
        ("if True:\n    from lib.ops import cut\nelse:\n    from nowhere import cut", "cut"),
        ("try:\n    from lib.ops import cut\nexcept ImportError:\n    cut = None", "cut"),
        ("from lib.deeper.relay import cut", "cut"),
        ("from lib.cycle_a import cut", "cut"),
        ("from lib import table", "table.FUNCTIONS['cut']"),
        ("import lib as l\ncut = l.ops.cut", "cut"),
        ("from space.ops import cut", "cut"),
    ],
)
def test_every_way_to_import(tmp_path: Path, imports: str, call: str) -> None:
    write(
        tmp_path,
        lib__init__="from .ops import cut\nfrom . import ops\n",
        lib__ops=CUT,
        lib__deeper__init__="",
        lib__deeper__relay="from ..ops import cut\nfrom ...lib.ops import cut as again\n",
        lib__cycle_a="from lib import cycle_b\nfrom lib.cycle_b import cut\n",
        lib__cycle_b="from lib.ops import cut\nimport lib.cycle_a\n",
        lib__table="from lib.ops import cut\n\nFUNCTIONS = {'cut': cut}\n",
        space__ops=CUT,
        main=ask(imports, call),
    )
    assert locations(tmp_path) == [("ops.py", CUT_ROW, "TFG201")]


def test_what_two_ways_import_is_read_when_it_is_used(tmp_path: Path) -> None:
    """A package may offer a hundred modules so; a program that uses one pays for one."""
    package = """\
        try:
            import torch
        except ImportError:
            from lib.dummies import cut, other
        else:
            from lib.ops import cut
            from lib.others import other
        """
    nothing = "def other(x):\n    return x\n\n\ncut = other\n"
    write(tmp_path, lib__init__=package, lib__ops=CUT, lib__others=nothing, lib__dummies=nothing)
    write(tmp_path, train=ask("from lib import cut"))
    stats = RunStats()
    found = [
        finding for result in check([str(tmp_path)], stats=stats) for finding in result.findings
    ]
    assert [(Path(f.filename).name, f.code, f.severity) for f in found] == [
        ("ops.py", "TFG201", "warning")
    ]
    assert stats.parsed == 4  # not others.py


def test_imports_inside_a_function(tmp_path: Path) -> None:
    main = """\
    import tensorflow as tf


    def step(x):
        from ops import cut

        with tf.GradientTape() as tape:
            y = cut(x)
        return tape.gradient(y, x)


    step(tf.Variable(1.0))
    """
    write(tmp_path, ops=CUT, main=main)
    assert locations(tmp_path) == [("ops.py", CUT_ROW, "TFG201")]


def test_src_layout_and_tests(tmp_path: Path) -> None:
    write(
        tmp_path,
        src__pkg__init__="",
        src__pkg__ops=CUT,
        tests__test_it=ask("from pkg.ops import cut"),
    )
    assert locations(tmp_path / "src") == [("ops.py", CUT_ROW, "TFG201")]


def test_what_is_not_part_of_the_project_is_not_read(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    (tmp_path / "ops.py").write_text(CUT)
    installed = folder / ".venv" / "lib" / "site-packages"
    installed.mkdir(parents=True)
    (installed / "other.py").write_text(CUT)
    write(folder, main=ask("from ops import cut\nfrom other import cut as again"))
    assert locations(folder) == []


def test_an_import_that_leads_nowhere_is_unknown_code(tmp_path: Path) -> None:
    write(tmp_path, main=ask("from . import gone\nfrom gone import cut"))
    assert locations(tmp_path) == []


def test_a_broken_module_costs_only_itself(tmp_path: Path) -> None:
    write(tmp_path, broken="import tensorflow  # GradientTape\ndef gradient(:\n", ops=CUT)
    write(tmp_path, main=ask("from broken import gradient\nfrom ops import cut"))
    assert locations(tmp_path) == [("broken.py", 2, "TFG000"), ("ops.py", CUT_ROW, "TFG201")]


def test_the_flow_names_the_file_of_the_query(tmp_path: Path) -> None:
    write(tmp_path, ops=CUT, main=ask("from ops import cut"))
    (finding,) = findings(tmp_path)
    assert finding.filename.endswith("ops.py")
    assert [(Path(s.filename).name, s.label) for s in finding.flow] == [
        ("main.py", "source"),
        ("ops.py", "cut"),
        ("main.py", "flow"),
        ("main.py", "target"),
    ]


def test_one_finding_for_many_programs(tmp_path: Path) -> None:
    write(tmp_path, ops=CUT, first=ask("from ops import cut"), second=ask("import ops", "ops.cut"))
    (finding,) = findings(tmp_path)
    assert {Path(spot.filename).name for spot in finding.queries} == {"first.py", "second.py"}


def test_standard_input_in_the_place_of_a_file(tmp_path: Path) -> None:
    write(tmp_path, ops="import tensorflow as tf\n\n\ndef cut(x):\n    return x\n")
    write(tmp_path, main=ask("from ops import cut"))
    assert locations(tmp_path) == []
    result, *others = check_bytes(CUT.encode(), str(tmp_path / "ops.py"))
    assert [finding.code for finding in result.findings] == ["TFG201"]
    assert others == []


ABSTRACT = """\
import tensorflow as tf


class Potential:
    def energy(self, x):
        raise NotImplementedError


class Smooth(Potential):
    def energy(self, x):
        return tf.square(x)


class Rough(Potential):
    def energy(self, x):
        return tf.round(x){tail}


def force(potential: Potential):
    x = tf.Variable(1.0)
    with tf.GradientTape() as tape:
        y = potential.energy(x)
    return tape.gradient(y, x)
"""


def test_a_cut_in_some_of_the_overrides_is_a_warning_that_names_them(tmp_path: Path) -> None:
    write(tmp_path, main=ABSTRACT.format(tail=""))
    (finding,) = findings(tmp_path)
    assert (finding.span.start.row, finding.severity) == (16, "warning")
    assert "`Rough` is called and not `Smooth`" in finding.message


def test_overrides_that_let_the_gradient_pass(tmp_path: Path) -> None:
    write(tmp_path, main=ABSTRACT.format(tail=" * x"))
    assert findings(tmp_path) == []


BASE = """\
import tensorflow as tf


class Trainer:
    def __init__(self, model):
        self.model = model

    def loss(self, x):
        raise NotImplementedError

    def step(self, x):
        with tf.GradientTape() as tape:
            loss = self.loss(x)
        return tape.gradient(loss, self.model.trainable_variables)
"""
SUBCLASS = """\
import tensorflow as tf

from base import Trainer


class Mine(Trainer):
    def loss(self, x):
        return tf.reduce_mean(tf.argmax(self.model(x)))
"""


def test_an_override_is_seen_through_the_methods_of_its_base(tmp_path: Path) -> None:
    write(tmp_path, base=BASE, mine=SUBCLASS)
    assert locations(tmp_path) == [("mine.py", 8, "TFG301")]


# --- which file is it ---------------------------------------------------------------------


def test_import_statements_are_read_without_parsing() -> None:
    text = b"""\
import a.b, c as d
from . import e
from ..f.g import (h,  # why
    i as j)
from k import *
if x: import l; from m import n, \\
    o
"""
    found = [("." * item.level + item.module, item.names) for item in imports_in(text)]
    assert found == [
        ("a.b", ()),
        ("c", ()),
        (".", ("e",)),
        ("..f.g", ("h", "i")),
        ("k", ("*",)),
        ("l", ()),
        ("m", ("n", "o")),
    ]


def test_roots(tmp_path: Path) -> None:
    write(tmp_path, src__pkg__init__="", src__pkg__sub__init__="", src__pkg__sub__a="", tool="")
    projects = Projects()
    home = projects.import_root(str(tmp_path / "src" / "pkg" / "sub" / "a.py"))
    assert home.root == str(tmp_path)
    assert home.package == ("pkg", "sub")
    found = projects.resolve(str(tmp_path / "tool.py"), "pkg.sub.a")
    assert found is not None
    assert found.path == str(tmp_path / "src" / "pkg" / "sub" / "a.py")
    assert projects.resolve(str(tmp_path / "tool.py"), "tensorflow") is None
    assert projects.resolve(str(tmp_path / "tool.py"), "os") is None


# --- a file by itself says what the whole project says ------------------------------------

_BODIES = (
    "tf.exp(x)",
    "tf.constant(x.numpy())",
    "tf.round(x)",
    "x * 2.0 + tf.stop_gradient(x)",
    "{callee}(x) * 0.5",
    "{callee}({callee}(x))",
    "tf.sin(x) + {callee}(x)",
)
_STYLES = ("from m{n} import f{n}", "import m{n}", "from m{n} import *", "import m{n} as other")


@st.composite
def projects(draw: st.DrawFn) -> dict[str, str]:
    """A few modules of one function each, that call each other and may ask for gradients."""
    count = draw(st.integers(2, 5))
    files: dict[str, str] = {}
    for number in range(count):
        other = draw(st.integers(0, count - 1))
        style = draw(st.sampled_from(_STYLES))
        callee = {"import m{n}": f"m{other}.f{other}", "import m{n} as other": f"other.f{other}"}
        name = callee.get(style, f"f{other}") if other != number else "tf.tanh"
        body = draw(st.sampled_from(_BODIES)).format(callee=name)
        imported = style.format(n=other) if other != number else ""
        text = f"import tensorflow as tf\n{imported}\n\n\ndef f{number}(x):\n    return {body}\n"
        if draw(st.booleans()):
            text += f"\n\ndef ask{number}():\n"
            text += textwrap.indent(ASK.format(call=f"f{number}"), "    ")
        files[f"m{number}"] = text
    return files


@settings(max_examples=60, deadline=None)
@given(projects())
def test_each_file_by_itself_agrees_with_the_whole(
    tmp_path_factory: pytest.TempPathFactory, files: dict[str, str]
) -> None:
    folder = tmp_path_factory.mktemp("project")
    write(folder, **files)
    everything = set(_claims(findings(folder)))
    for name in files:
        path = folder / f"{name}.py"
        about = {claim for claim in everything if str(path) in (claim[1], *claim[5])}
        assert set(_claims(findings(path))) == about


def _claims(found: list[Finding]) -> Iterator[tuple[str, str, int, str, str, tuple[str, ...]]]:
    for finding in found:
        asked = tuple(sorted({spot.filename for spot in finding.queries}))
        row = finding.span.start.row
        yield finding.code, finding.filename, row, finding.message, finding.effect, asked


def test_a_folder_that_was_named_is_a_project_where_nothing_marks_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, lib__ops=CUT, scripts__train=ask("from lib.ops import cut"))
    (tmp_path / "pyproject.toml").unlink()
    assert locations(tmp_path) == [("ops.py", CUT_ROW, "TFG201")]
    assert locations(tmp_path / "lib" / "ops.py") == []
    monkeypatch.chdir(tmp_path)
    assert locations(Path("lib") / "ops.py") == [("ops.py", CUT_ROW, "TFG201")]
