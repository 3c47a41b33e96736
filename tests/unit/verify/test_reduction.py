"""`verify.repro.reduction`: smaller texts of a program."""

from __future__ import annotations

from tflintgrad.verify.repro.reduction import reduced

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
        "# What it is about.\n\n\nclass Net(Base):\n    def __init__(self):\n"
        "        super().__init__()\n        self.used = wanted(1)\n\n"
        "    def call(self, x):\n        return self.used * x\n\n\n"
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
