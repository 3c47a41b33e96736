"""Programs of the matrix, put together from one way to build, train and write a loss, and a bug."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass

from tests.matrix.bugs import BUGS, RIGHT, Bug
from tests.matrix.builds import BUILDS
from tests.matrix.losses import LOSSES
from tests.matrix.trainings import EAGER, FIT, OPAQUE_BUILDS, TRACED

TRAININGS = {**EAGER, **TRACED, **FIT}
#: One file; the model and the loss in modules of their own; a notebook.
FORMS = ("script", "modules", "notebook")

_HEAD = """import functools
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers
"""
_DATA = """
keras.utils.set_random_seed(1)
x = tf.random.normal((8, 4))
y = tf.random.normal((8, 1))
optimizer = keras.optimizers.SGD(0.01)
"""


@dataclass(frozen=True)
class Case:
    """One program of the matrix; `bug` is "right" for a right one."""

    build: str
    training: str
    loss: str
    bug: str
    form: str = "script"

    @property
    def name(self) -> str:
        """The coordinates of the program."""
        return "-".join((self.build, self.training, self.loss, self.bug, self.form))

    @property
    def codes(self) -> frozenset[str]:
        """The rules of which one has to report it; none for a right program."""
        return _bug(self.bug).codes

    def files(self) -> dict[str, str]:
        """Return the text of each file; the first one is the program."""
        bug = _bug(self.bug)
        model = _filled(BUILDS[self.build], cut=bug.cut if bug.place == "model" else "")
        loss = _filled(LOSSES[self.loss], cut=bug.cut if bug.place == "loss" else "")
        step = _filled(
            TRAININGS[self.training],
            before="\n".join(bug.before),
            inside="\n".join(bug.inside),
            after="\n".join(bug.after),
            sources=bug.sources,
            tape=bug.tape,
            scaled="loss",
        )
        setup = f"{bug.setup}\n" if bug.setup else ""
        if self.form == "modules":
            imports = "from models import model\nfrom losses import loss_fn\n"
            return {
                "train.py": _HEAD + imports + _DATA + setup + step,
                "models.py": _HEAD + model,
                "losses.py": _HEAD + loss,
            }
        parts = [_HEAD + _DATA, model + setup, loss, step]
        if self.form == "notebook":
            return {"train.ipynb": _notebook(parts)}
        return {"train.py": "\n".join(parts)}


def _bug(name: str) -> Bug:
    return RIGHT if name == "right" else BUGS[name]


def _filled(template: str, **slots: str) -> str:
    """Fill in the slots of a template; a slot on a line of its own takes its indentation."""
    lines: list[str] = []
    for line in template.splitlines():
        slot = line.strip().strip("{}")
        if line.strip() == f"{{{slot}}}" and slot in slots:
            indent = line[: len(line) - len(line.lstrip())]
            lines += [indent + inner for inner in slots[slot].splitlines()]
            continue
        for name, text in slots.items():
            line = line.replace(f"{{{name}}}", text)
        lines.append(line)
    return "\n".join(lines) + "\n"


def _notebook(parts: list[str]) -> str:
    cells: list[dict[str, object]] = [
        {
            "cell_type": "code",
            "execution_count": None,
            "metadata": {},
            "outputs": [],
            "source": part.strip().splitlines(keepends=True),
        }
        for part in parts
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def _makes_sense(build: str, training: str, bug: str) -> bool:
    """True if a bug can stand in this way to train, which is one for this model."""
    found = _bug(bug)
    if training == "own_train_step" and (build in OPAQUE_BUILDS or found.setup):
        return False
    if training in FIT:
        return bug == "right" or found.place != "step"
    if training == "loss_scaling" and bug == "loss_after":
        return False
    return training in EAGER or not found.eager_only


def every_case() -> Iterator[Case]:
    """Yield the whole matrix; forms take turns."""
    forms = itertools.cycle(FORMS)
    for build, training, loss, bug in itertools.product(
        BUILDS, TRAININGS, LOSSES, ["right", *BUGS]
    ):
        if _makes_sense(build, training, bug):
            yield Case(build, training, loss, bug, next(forms))


def sample(count: int, seed: int, bug: str | None = None) -> list[Case]:
    """Return some programs, the same for the same seed: with each bug in turn, or one bug."""
    chance = random.Random(seed)
    bugs = [bug] if bug is not None else ["right", *BUGS]
    found: list[Case] = []
    while len(found) < count:
        wanted = bugs[len(found) % len(bugs)]
        build, training = chance.choice(list(BUILDS)), chance.choice(list(TRAININGS))
        if _makes_sense(build, training, wanted):
            loss = chance.choice(list(LOSSES))
            found.append(Case(build, training, loss, wanted, chance.choice(FORMS)))
    return found
