"""The prefilter costs no finding.

With `--no-prefilter`, everything is analysed, and nothing more is found in any kind of program.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.support.command_line import tflintgrad
from tests.support.equivalent_spellings import AROUND, BYTES, CALLS, IMPORTS, MEMBERS
from tests.support.judge import Program, read_cases, read_rule
from tests.support.paths import KERAS, MISSED, PROGRAMS, ROOT
from tests.support.prefilter_comparison import found, found_in, missed
from tests.support.small_programs import NUMPY_ESCAPE
from tflintgrad.knowledge.roles import names_of
from tflintgrad.project.prefilter.keywords import may_have_finding

EXAMPLES = [
    program
    for path in sorted((ROOT / "rules").glob("TFG*.md"))
    for program in read_rule(path)
    if program.heading == "Example" and path.name[:6] not in ("TFG000", "TFG001", "TFG002")
]
OTHERS = [
    program
    for folder in (PROGRAMS, KERAS)
    for program in read_cases(folder)
    if program.folder != MISSED.name
]
WRONG = [program for program in OTHERS if program.marks]


@st.composite
def disguised(draw: st.DrawFn, programs: list[Program]) -> bytes:
    text = draw(st.sampled_from(programs)).text
    for ways in (IMPORTS, CALLS, MEMBERS, AROUND):
        changed = ways[draw(st.sampled_from(sorted(ways)))](text)
        if _is_python(changed):
            text = changed
    return BYTES[draw(st.sampled_from(sorted(BYTES)))](text)


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:  # one way of writing it does not go with another
        return False
    return True


def without_deadline(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


class TestDisguises:
    @without_deadline(60)
    @given(disguised(EXAMPLES))
    def test_examples_of_rules(self, data: bytes) -> None:
        assert missed({"program.py": data}) == set()

    @without_deadline(40)
    @given(disguised(WRONG))
    def test_wrong_programs(self, data: bytes) -> None:
        assert missed({"program.py": data}) == set()

    @pytest.mark.full
    @without_deadline(4000)
    @given(disguised([*EXAMPLES, *OTHERS]))
    def test_all_programs(self, data: bytes) -> None:
        assert missed({"program.py": data}) == set()

    @pytest.mark.parametrize("way", sorted(MEMBERS))
    def test_disguised_programs_are_understood(self, way: str, tmp_path: Path) -> None:
        """Or else the tests above would compare nothing with nothing."""
        for index, program in enumerate(EXAMPLES[:4]):
            text = MEMBERS[way](program.text)
            (tmp_path / f"program_{index}.py").write_text(text, encoding="utf-8")
        assert len({name for name, _, _ in found(tmp_path, prefilter=True)}) == 4

    @pytest.mark.parametrize("way", sorted(CALLS))
    def test_only_a_method_that_keras_calls(self, way: str, tmp_path: Path) -> None:
        (tmp_path / "program.py").write_text(CALLS[way](_LOSS), encoding="utf-8")
        everything = found(tmp_path, prefilter=False)
        assert found(tmp_path, prefilter=True) == everything
        if way not in ("looped", "walrus"):
            assert [code for _, _, code in everything] == ["TFG301"]

    @pytest.mark.parametrize("way", sorted(BYTES))
    def test_encodings(self, way: str, tmp_path: Path) -> None:
        (tmp_path / "program.py").write_bytes(BYTES[way](NUMPY_ESCAPE))
        assert [code for _, _, code in found(tmp_path, prefilter=True)] == ["TFG201"]


_LOSS = """
import keras
from keras import ops

class Rounded(keras.losses.Loss):
    def call(self, y_true, y_pred):
        return ops.mean(ops.round(y_pred - y_true))
"""

# --- several files ----------------------------------------------------------------------------

_DESCEND = b"""
import tensorflow as tf

def descend(loss, x):
    with tf.GradientTape() as tape:
        y = loss(x)
    return tape.gradient(y, x)
"""
#: How a module can have `{name}` of the module `{module}` under the name `{new}`.
_PASSED_ON = {
    "by name": "from {module} import {name} as {new}\n",
    "in brackets": "from {module} import (  # (\n    {name} as {new},\n)\n",
    "relative": "from.{module} import {name} as {new}\n",
    "everything": "from {module} import *\n{new} = {name}\n",
    "by module": "import {module}\n{new} = {module}.{name}\n",
    "by alias": "import {module} as m\n{new} = m.{name}\n",
    "wrapped": "from {module} import {name}\ndef {new}(*given):\n    return {name}(*given)\n",
    "unpacked": "from {module} import {name}\n({new}, other) = {name}, 1\n",
    "chained": "from {module} import {name}\nother = {new} = {name}\n",
    "conditional": "if 1:\n    from {module} import {name}\n    def {new}(f, x):\n"
    "        return {name}(f, x)\n",
    "tried": "try:\n    from {module} import {name} as {new}\nexcept ImportError:\n    {new} = 1\n",
    "decorated": "from {module} import {name} as inner\ndef using(f):\n    def run(*given):\n"
    "        return inner(*given)\n    return run\n@using\ndef {new}(f, x):\n    pass\n",
    "docstring": "def {new}(f, x):\n    '''\nx = 3\n    '''\n    from {module} import {name}\n"
    "    return {name}(f, x)\n",
    "by string": "import {module}\n{new} = getattr({module}, '{name}')\n",
}


_TRAINER = b"""
import tensorflow as tf

class Trainer:
    def descend(self, loss, x):
        with tf.GradientTape() as tape:
            y = loss(x)
        return tape.gradient(y, x)
"""
_ESCAPE = """
import tensorflow as tf
from helper import Trainer as Coach

def escape(v):
    return tf.constant(v.numpy()) * 2.0

x = tf.Variable(3.0)
"""
#: How a program can keep an object that asks, and use it in code that is entered for that only.
_KEPT = {
    "made there": "def go():\n    Coach().descend(escape, x)\n",
    "variable": "coach = Coach()\ndef go():\n    coach.descend(escape, x)\n",
    "named like a word": "default = Coach()\ndef go():\n    default.descend(escape, x)\n",
    "one of two": "coach, other = Coach(), 1\ndef go():\n    coach.descend(escape, x)\n",
    "annotated": "coach: Coach = Coach()\ndef go():\n    coach.descend(escape, x)\n",
    "over rows": "coach = [\n    Coach(),\n]\ndef go():\n    coach[0].descend(escape, x)\n",
    "returned": "def make():\n    return Coach()\ndef go():\n    make().descend(escape, x)\n",
    "attribute": "class App:\n    def __init__(self):\n        self.coach = Coach()\n"
    "    def go(self):\n        self.coach.descend(escape, x)\n",
    "one of two attributes": "class App:\n    def __init__(self):\n"
    "        self.coach, self.other = Coach(), 1\n"
    "    def go(self):\n        self.coach.descend(escape, x)\n",
    "parameter": "class App:\n    def __init__(self, given: Coach):\n        self.coach = given\n"
    "    def go(self):\n        self.coach.descend(escape, x)\n",
    "of a class": "class App:\n    coach = Coach()\n"
    "    def go(self):\n        self.coach.descend(escape, x)\n",
    "by a method": "class App:\n    def make(self):\n        return Coach()\n"
    "    def go(self):\n        self.make().descend(escape, x)\n",
    "by a base": "class Base:\n    def __init__(self):\n        self.coach = Coach()\n"
    "class App(Base):\n    def go(self):\n        self.coach.descend(escape, x)\n",
    "its method": "class App:\n    def __init__(self):\n        self.step = Coach().descend\n"
    "    def go(self):\n        self.step(escape, x)\n",
    "method of a class": "class App:\n    step = Coach().descend\n"
    "    def go(self):\n        self.step(escape, x)\n",
    "in a list": "class App:\n    def __init__(self):\n        self.steps = []\n"
    "        self.steps.append(Coach().descend)\n"
    "    def go(self):\n        for step in self.steps:\n            step(escape, x)\n",
    "variable for its method": "step = Coach().descend\ndef go():\n    step(escape, x)\n",
    "inherited": "class App(Coach):\n    def go(self):\n        self.descend(escape, x)\n",
}


class TestProjects:
    @without_deadline(40)
    @given(st.lists(st.sampled_from(sorted(_PASSED_ON)), min_size=1, max_size=4), st.booleans())
    def test_functions_that_others_pass_on(self, ways: list[str], unicode: bool) -> None:
        files = {"module_0.py": _DESCEND}
        name = "descend"
        for number, way in enumerate(ways, 1):
            new = f"größe_{number}" if unicode else f"function_{number}"
            form = _PASSED_ON[way]
            text = form.format(module=f"module_{number - 1}", name=name, new=new)
            files[f"module_{number}.py"] = text.encode()
            name = new
        user = f"""
from module_{len(ways)} import {name} as go
import tensorflow as tf
x = tf.Variable(3.0)
go(lambda v: tf.constant(v.numpy()) * 2.0, x)
"""
        assert missed({**files, "program.py": user.encode()}) == set()

    @pytest.mark.parametrize("way", sorted(_KEPT))
    def test_method_that_nobody_calls(self, way: str) -> None:
        """It asks by something that is kept elsewhere, under another name."""
        files = {"helper.py": _TRAINER, "program.py": (_ESCAPE + _KEPT[way]).encode()}
        assert found_in(files, prefilter=False)
        assert missed(files) == set()

    @pytest.mark.parametrize("line", ["import steps", "import module as steps"])
    def test_module_of_a_module(self, line: str) -> None:
        user = b"""
import helpers
import tensorflow as tf
x = tf.Variable(3.0)
helpers.steps.descend(lambda v: tf.constant(v.numpy()) * 2.0, x)
"""
        files = {"helpers.py": line.encode(), "program.py": user}
        files[f"{line.split()[1]}.py"] = _DESCEND
        assert missed(files) == set()

    def test_helper_that_is_given_the_tape(self) -> None:
        helper = b"def ask(tape, y, x):\n    return tape.gradient(y.numpy(), x)\n"
        user = b"""
import helper
import tensorflow as tf
x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = x * 2.0
helper.ask(tape, y, x)
"""
        assert missed({"helper.py": helper, "program.py": user}) == set()

    def test_library_of_another_module(self) -> None:
        common = b"import tensorflow as tf\nfrom tensorflow import keras as k\n"
        user = b"""
from common import tf
x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = tf.constant(x.numpy())
tape.gradient(y, x)
"""
        assert missed({"common.py": common, "program.py": user}) == set()


class TestState:
    @pytest.mark.parametrize(
        "text",
        [
            "import tensorflow as tf\nv = tf.Variable(1.0)\nv += 1.0\n",
            "import tensorflow as tf\ndef f():\n    v = tf.Variable(1.0)\n    v **= 2.0\n",
            "from tensorflow import Variable as V\nv = V(1.0)\nv -= 1.0\n",
            "import tensorflow as tf\ndef f(v: tf.Variable):\n    v /= 2.0\n",
            "import tensorflow as tf\nvs = []\nvs.append(tf.Variable(1))\nfor v in vs:\n v += 1\n",
            "import tensorflow as tf\ndef f(a):\n    a -= 1.0\nf(tf.Variable(1.0))\n",
            "import tensorflow as tf\nv = getattr(tf, 'Vari' 'able')(1.0)\nv *= 2.0\n",
            "import keras\nd = keras.layers.Dense(3)\nd.build((1, 2))\nd.kernel.value -= 1.0\n",
        ],
    )
    def test_without_any_query(self, text: str, tmp_path: Path) -> None:
        (tmp_path / "program.py").write_text(text, encoding="utf-8")
        everything = found(tmp_path, prefilter=False)
        assert [code for _, _, code in everything] == ["TFG410"]
        assert found(tmp_path, prefilter=True) == everything


class TestWords:
    @pytest.mark.parametrize("role", ["tape", "gradients", "custom_gradient", "variable"])
    def test_every_name_of_a_role_is_looked_for(self, role: str) -> None:
        for name in names_of(role):
            text = f"import tensorflow, keras\nx += {name}()\n"
            assert may_have_finding(text.encode()), name

    @pytest.mark.parametrize(
        "text",
        [
            "import re, tensorflow\npattern = re.compile('x')\n",
            "import tensorflow as tf\ndef clip(gradients): return tf.stop_gradient(gradients)\n",
            "import tensorflow as tf\nvalue = getattr(tf, 'float32')\n",
            "import tensorflow as tf\nprint('call', tf.__version__)\n",
            "import tensorflow as tf\ntotal += batch.mask_weights + fields.label_variables\n",
        ],
    )
    def test_what_looks_alike(self, text: str) -> None:
        assert not may_have_finding(text.encode())


class TestOption:
    def test_everything_is_analysed(self, tmp_path: Path) -> None:
        (tmp_path / "a.py").write_text("print(1)\n", encoding="utf-8")
        (tmp_path / "b.py").write_text("import a\n", encoding="utf-8")
        (tmp_path / "c.ipynb").write_text(
            '{"cells": [{"cell_type": "code", "source": "x = 1"}]}', encoding="utf-8"
        )
        usual = tflintgrad("check", "--statistics", tmp_path)
        assert "3 files, 0 analysed as programs, 0 parsed" in usual.stderr
        without = tflintgrad("check", "--statistics", "--no-prefilter", tmp_path)
        assert "3 files, 3 analysed as programs, 3 parsed" in without.stderr
        assert without.returncode == 0

    def test_standard_input(self) -> None:
        finished = tflintgrad("check", "--no-prefilter", "-", stdin=b"x = 1\n")
        assert (finished.returncode, finished.stderr) == (0, "")

    def test_comparison_of_a_tree(self, tmp_path: Path) -> None:
        (tmp_path / "program.py").write_text(EXAMPLES[0].text, encoding="utf-8")
        (tmp_path / "other.py").write_text("print(1)\n", encoding="utf-8")
        command = [sys.executable, "-m", "tools.prefilter_check", str(tmp_path)]
        finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert finished.returncode == 0, finished.stderr
        assert "1 of 2 (50 %) files" in finished.stdout
        assert "2 files analysed without prefilter" in finished.stdout
