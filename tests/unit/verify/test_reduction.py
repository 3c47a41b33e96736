"""`verify.repro.reduction`: smaller texts of a program."""

from __future__ import annotations

import ast

import pytest

from tflintgrad.verify.repro.early_reads import early_reads
from tflintgrad.verify.repro.reduction import reduced, reduced_in_strides

PROGRAM = '''\
# What it is about.

import os

UNUSED = 3


class Net(Base):
    """A network."""

    def __init__(self):
        super().__init__()
        self.used = wanted(1)

    def call(self, x):
        return self.used * x


def idle(x):
    return x


def main():
    print("hello")
    net = Net()
    for step in range(3):
        print(net(2))


if __name__ == "__main__":
    main()
'''


def wanted(text: str) -> bool:
    return "wanted(1)" in text


def test_only_what_nothing_uses_goes() -> None:
    found = reduced(PROGRAM, wanted, 100, only_unused=True)
    assert found == (
        "# What it is about.\n\nclass Net(Base):\n    def __init__(self):\n"
        "        super().__init__()\n        self.used = wanted(1)\n\n"
        "    def call(self, x):\n        return self.used * x\n\n"
        "net = Net()\nfor step in range(3):\n    print(net(2))\n"
    )


def test_anything_may_go_if_the_names_stay_bound() -> None:
    found = reduced(PROGRAM, wanted, 200, only_unused=False)
    assert wanted(found)
    assert "idle" not in found
    assert "def call" not in found
    assert len(found.splitlines()) < 12


def test_tries_are_bounded() -> None:
    tried: list[str] = []

    def refuse(text: str) -> bool:
        tried.append(text)
        return False

    assert reduced(PROGRAM, refuse, 3, only_unused=True) == PROGRAM
    assert len(tried) == 3


def test_a_text_that_is_no_python_stays() -> None:
    assert reduced("x =", lambda _: True, 9, only_unused=False) == "x ="


LISTS = """\
layers = [
    the_first_of_the_layers(one=1, two=2),
    wanted(
        the_second_of_the_layers(one=1, two=2),
    ),
    the_third_of_the_layers(one=1, two=2),
]


def losses():
    a, b = 1, 2
    return {"a": a, "b": b}
"""


def test_elements_on_rows_of_their_own_may_go() -> None:
    found = reduced(LISTS, lambda text: "wanted(" in text, 99, only_unused=False)
    assert "first" not in found
    assert "third" not in found
    assert "wanted(" in found


def test_a_dict_that_is_returned_may_have_one_entry() -> None:
    def holds(text: str) -> bool:
        return "def losses" in text and "return" in text

    assert "return {'a': a}" in reduced(LISTS, holds, 99, only_unused=False)


def test_few_texts_are_shown_in_strides() -> None:
    shown: list[str] = []
    text = "".join(f"x{number} = {number}\n" for number in range(40)) + "print(1)\n"

    def shows(smaller: str) -> bool:
        shown.append(smaller)
        return "x7 = 7\n" in smaller and "x30 = 30\n" in smaller

    found = reduced_in_strides(text, lambda _: True, shows)
    assert found == "x7 = 7\nx30 = 30\nprint(1)\n"
    assert len(shown) < 20


def test_nothing_that_shows_it_is_smaller() -> None:
    assert reduced_in_strides(PROGRAM, lambda _: True, lambda _: False) == PROGRAM


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("x = 1\nx = x + 1\n", set()),
        ("x = x + 1\n", {("", "x")}),
        ("def f(x):\n    x = x + 1\n    return x\n", set()),
        ("x = 1\n\ndef f():\n    x = x + 1\n    return x\n", {("f", "x")}),
        ("def f():\n    return g()\n\ndef g():\n    return 1\n", set()),
        ("def f():\n    y = 1\n    def g():\n        return y\n    return g\n", set()),
        ("def f():\n    y = 1\n    return y\n\nprint(y)\n", {("", "y")}),
        ("for n in range(3):\n    total = n\nprint([total for _ in range(n)])\n", set()),
        (
            "import a.b\nclass C:\n    def m(self):\n        return a, C, missing\n",
            {("m", "missing")},
        ),
    ],
)
def test_names_that_are_read_too_early(code: str, found: set[tuple[str, str]]) -> None:
    assert early_reads(ast.parse(code)) == found


def test_a_constructor_with_arguments_and_a_yield_stay() -> None:
    code = (
        "class A:\n    def __init__(self, x):\n        self.x = x\n\n\n"
        "def numbers():\n    for n in range(3):\n        yield n\n\n\n"
        "print(A(1), list(numbers()))\n"
    )
    found = reduced(code, lambda text: "print(A(1)" in text, 200, only_unused=False)
    assert "def __init__(self, x)" in found
    assert "yield n" in found


CALLBACK = """\
class Watcher:
    pass


wanted = 1
fit(wanted, batch_size=3, callbacks=[Watcher()])
print(1)
"""


def test_a_keyword_goes_with_the_definition_that_it_needs() -> None:
    found = reduced(CALLBACK, lambda text: "fit(wanted" in text, 99, only_unused=False)
    assert found == "wanted = 1\nfit(wanted, batch_size=3)\nprint(1)\n"


def test_the_last_statement_may_go_where_it_prints_no_gradient() -> None:
    found = reduced_in_strides(
        CALLBACK, lambda _: True, lambda text: "fit(wanted" in text, keep_last=False
    )
    assert found == "wanted = 1\nfit(wanted, batch_size=3)\n"


def test_a_choice_may_be_made() -> None:
    code = "def a():\n    return 1\n\ndef b():\n    return 2\n\nf = a if x else b\nprint(f())\n"
    found = reduced(code, lambda text: "f = " in text, 99, only_unused=False)
    assert found == "def a():\n    return 1\n\nf = a\nprint(f())\n"


def test_an_attribute_of_a_class_is_read_through_its_objects() -> None:
    code = (
        "class A:\n    rate = 2\n    idle = 3\n\n"
        "    def f(self):\n        return self.rate\n\nprint(A().f())\n"
    )
    found = reduced(code, lambda text: "return self.rate" in text, 99, only_unused=True)
    assert "rate = 2" in found
    assert "idle" not in found
