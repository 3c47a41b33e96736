"""Names from other modules that the prefilter has to follow.

Each of these programs once had a finding only without the prefilter.
"""

from __future__ import annotations

from textwrap import indent

import pytest

from tests.support.prefilter_comparison import found_in, missed

_TF = "import tensorflow as tf\n"
_ASKING = """
def descend(loss, x):
    with tf.GradientTape() as tape:
        y = loss(x)
    return tape.gradient(y, x)
"""
_DESCEND = _TF + _ASKING
_PROGRAM = (
    _TF
    + """
def escape(v):
    return tf.constant(v.numpy()) * 2.0

x = tf.Variable(3.0)
"""
)
#: Where the use of something that asks can stand.
_PLACES = {
    "at the top": "{use}\n",
    "in a function": "def go():\n    {use}\n",
    "in a method": "class App:\n    def go(self):\n        {use}\n",
}


def is_found(files: dict[str, str]) -> bool:
    """Something is, and all of it with the prefilter."""
    data = {name: text.encode() for name, text in files.items()}
    return bool(found_in(data, prefilter=False)) and not missed(data)


#: Modules between a program and the function that asks; how it is imported and called.
_MODULES = {
    "two packages": (
        {
            "a/__init__.py": "from . import b\n",
            "a/b/__init__.py": "from . import c\n",
            "a/b/c.py": _DESCEND,
        },
        "import a",
        "a.b.c.descend(escape, x)",
    ),
    "everything of a module that imports one": (
        {"a/__init__.py": "from .b import *\n", "a/b.py": "from . import c\n", "a/c.py": _DESCEND},
        "import a",
        "a.c.descend(escape, x)",
    ),
    "imported from one that imported it": (
        {"steps.py": _DESCEND, "b.py": "import steps\n", "c.py": "from b import steps\n"},
        "from c import steps",
        "steps.descend(escape, x)",
    ),
    "everything of everything": (
        {"steps.py": _DESCEND, "b.py": "import steps\n", "c.py": "from b import *\n"},
        "from c import *",
        "steps.descend(escape, x)",
    ),
    "used by another module": (
        {
            "a/__init__.py": "from . import c\n",
            "a/c.py": _DESCEND,
            "b.py": "import a\ndef go_down(f, x):\n    return a.c.descend(f, x)\n",
        },
        "from b import go_down",
        "go_down(escape, x)",
    ),
}
#: What a module does with a function that asks; what is imported of it, and called.
_REGISTRIES = {
    "entry": ("KEPT = {}\n" + _DESCEND + "KEPT['a'] = descend\n", "KEPT", "KEPT['a'](escape, x)"),
    "list": ("KEPT = []\n" + _DESCEND + "KEPT.append(descend)\n", "KEPT", "KEPT[0](escape, x)"),
    "behind a function": (
        "KEPT = {}\n" + _DESCEND + "KEPT['a'] = descend\ndef get(n):\n    return KEPT[n]\n",
        "get",
        "get('a')(escape, x)",
    ),
    "decorator": (
        _TF
        + "KEPT = {}\ndef register(f):\n    KEPT['a'] = f\n    return f\n@register"
        + _ASKING
        + "def get(n):\n    return KEPT[n]\n",
        "get",
        "get('a')(escape, x)",
    ),
    "global": (
        _DESCEND
        + "kept = None\ndef prepare():\n    global kept\n    kept = descend\nprepare()\n"
        + "def get():\n    return kept\n",
        "get",
        "get()(escape, x)",
    ),
}


@pytest.mark.parametrize("place", sorted(_PLACES))
class TestModules:
    @pytest.mark.parametrize("way", sorted(_MODULES))
    def test_modules_of_modules(self, way: str, place: str) -> None:
        files, line, use = _MODULES[way]
        program = f"{_PROGRAM}{line}\n{_PLACES[place].format(use=use)}"
        assert is_found({**files, "program.py": program})

    @pytest.mark.parametrize("way", sorted(_REGISTRIES))
    def test_registries(self, way: str, place: str) -> None:
        helper, name, use = _REGISTRIES[way]
        program = f"{_PROGRAM}from helper import {name}\n{_PLACES[place].format(use=use)}"
        assert is_found({"helper.py": helper, "program.py": program})


_LAYER = (
    _TF
    + """
class Base(tf.keras.layers.Layer):
    def build(self, shape):
        self.w = self.add_weight(shape=(1,))
    def call(self, x):
        return self.transform(x * self.w)
    def transform(self, x):
        return x
"""
)
_HEIR = "class Mine({base}):\n    def transform(self, x):\n        return tf.constant(x.numpy())\n"
_HEIRS = {
    "by name": ({}, "from helper import Base as B\n" + _HEIR.format(base="B")),
    "by module": ({}, "import helper\n" + _HEIR.format(base="helper.Base")),
    "everything": ({}, "from helper import *\n" + _HEIR.format(base="Base")),
    "of an heir": (
        {"b.py": "from helper import Base\nclass Heir(Base):\n    pass\n"},
        "from b import Heir\n" + _HEIR.format(base="Heir"),
    ),
    "made": (
        {"b.py": "from helper import Base\ndef base():\n    return Base\n"},
        "from b import base\n" + _HEIR.format(base="base()"),
    ),
    "in a function": (
        {},
        "from helper import Base\ndef make():\n" + indent(_HEIR.format(base="Base"), "    "),
    ),
}


class TestHeirs:
    @pytest.mark.parametrize("way", sorted(_HEIRS))
    def test_call_of_another_module(self, way: str) -> None:
        """Keras asks about a class that only inherits its `call`."""
        files, program = _HEIRS[way]
        assert is_found({"helper.py": _LAYER, **files, "program.py": _TF + program})

    def test_loss(self) -> None:
        helper = (
            f"{_TF}class Base(tf.keras.losses.Loss):\n    def call(self, y_true, y_pred):\n"
            "        return tf.reduce_mean(self.transform(y_pred - y_true))\n"
        )
        program = f"{_TF}from helper import Base\n{_HEIR.format(base='Base')}"
        rounded = program.replace("tf.constant(x.numpy())", "tf.round(x)")
        assert is_found({"helper.py": helper, "program.py": rounded})


_ASKED = """
        with tf.GradientTape() as tape:
            y = self.f(self.x)
        print(tape.gradient(y, self.x))
"""


class TestPreparation:
    @pytest.mark.parametrize("method", ["setUp", "prepare"])
    def test_method_that_sets_what_another_uses(self, method: str) -> None:
        head = f"class Case(tf.test.TestCase):\n    def {method}(self):\n        self.f = escape\n"
        program = f"{_PROGRAM}{head}        self.x = x\n    def test(self):{_ASKED}"
        assert is_found({"program.py": program})

    def test_by_another_one_in_turn(self) -> None:
        head = "class App:\n    def first(self):\n        self.given = escape\n        self.x = x\n"
        second = "    def second(self):\n        self.f = self.given\n"
        program = f"{_PROGRAM}{head}{second}    def run(self):{_ASKED}"
        assert is_found({"program.py": program})


_SETTERS = {
    "variable": ("f = None", "global f\n    f = escape", "f"),
    "entry": ("fs = {}", "fs['a'] = escape", "fs['a']"),
    "list": ("fs = []", "fs.append(escape)", "fs[0]"),
    "attribute": ("class Kept:\n    pass\nkept = Kept()", "kept.f = escape", "kept.f"),
}


@pytest.mark.parametrize("way", sorted(_SETTERS))
def test_function_that_sets_what_another_uses(way: str) -> None:
    made, changed, used = _SETTERS[way]
    asked = f"    with tf.GradientTape() as tape:\n        y = {used}(x)\n    tape.gradient(y, x)\n"
    program = f"{_PROGRAM}{made}\ndef prepare():\n    {changed}\ndef run():\n{asked}"
    assert is_found({"program.py": program})


def test_nothing_is_found_for_want_of_a_preparation() -> None:
    program = f"{_PROGRAM}y = None\ndef prepare():\n    global y\n    y = escape(x)\ndef run():\n"
    asked = "    with tf.GradientTape() as tape:\n        z = y * 2.0\n    tape.gradient(z, x)\n"
    data = {"program.py": (program + asked).encode()}
    assert found_in(data, prefilter=True) == found_in(data, prefilter=False)


_CHANGES = {
    "attribute": "class M:\n    def __init__(self):\n        self.w = tf.Variable(1.0)\n"
    "    def update(self, g):\n        self.w -= 0.1 * g\n",
    "set by a method": "class M:\n    def prepare(self):\n        self.w = tf.Variable(1.0)\n"
    "    def update(self, g):\n        self.w -= 0.1 * g\n",
    "by another name": "V = tf.Variable\nclass M:\n    def __init__(self):\n"
    "        self.w = V(1.0)\n"
    "    def update(self, g):\n        self.w -= 0.1 * g\n",
    "global": "w = tf.Variable(1.0)\ndef update(g):\n    global w\n    w -= g\n",
    "alias": "w = tf.Variable(1.0)\ndef update(g):\n    v = w\n    v -= g\n",
    "returned": "def make():\n    return tf.Variable(1.0)\ndef update(g):\n    w = make()\n"
    "    w -= g\n",
    "entry": "P = {'w': tf.Variable(1.0)}\ndef update(g):\n    P['w'] -= g\n",
    "over rows": "P = [\n    tf.Variable(1.0),\n]\ndef update(g):\n    for w in P:\n"
    "        w -= g\n",
    "nested": "def outer():\n    v = tf.Variable(1.0)\n    def inner():\n        nonlocal v\n"
    "        v += 1.0\n    return inner\n",
    "property": "class M:\n    def __init__(self):\n        self._w = tf.Variable(1.0)\n"
    "    @property\n    def w(self):\n        return self._w\nm = M()\n"
    "def update():\n    v = m.w\n    v += 1.0\n",
    "value of Keras": "class L(tf.keras.layers.Layer):\n    def build(self, s):\n"
    "        self.w = self.add_weight(shape=(1,))\n    def update(self, g):\n"
    "        self.w.value -= g\n",
}


class TestChanges:
    @pytest.mark.parametrize("way", sorted(_CHANGES))
    def test_function_that_nobody_calls(self, way: str) -> None:
        """The variable comes from elsewhere in the file."""
        assert is_found({"program.py": _TF + _CHANGES[way]})
