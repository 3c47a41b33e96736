"""The measured files: a corpus generated from a seed, or directories of the user."""

from __future__ import annotations

import random
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tflintgrad.config.settings import Settings
from tflintgrad.project.discovery import Search
from tflintgrad.project.prefilter.keywords import may_have_finding
from tflintgrad.source.files import Unreadable, read_bytes
from tflintgrad.source.notebook import BrokenNotebook, is_notebook, open_cells, raw_code

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: How many of a hundred files train something, use TensorFlow otherwise, or do neither. In public
#: repositories it is about so many of a hundred lines.
MIX = {"training": 15, "model": 49, "plain": 36}
PER_FOLDER = 50

_STEP = '''

def train_step_{number}(model, optimizer, batch, labels):
    """One step of training; number {number}."""
    weights = model.trainable_variables
    scale = tf.constant({number}.0)
    with tf.GradientTape() as tape:
        predictions = model(batch, training=True)
        losses = []
        for part in range(4):
            error = tf.square(predictions[part] - labels[part])
            losses.append(tf.reduce_mean(error) * scale)
        loss = tf.add_n(losses) / tf.cast(len(losses), tf.float32)
        total = {total}
    gradients = tape.gradient(total, weights)
    clipped = [tf.clip_by_norm(gradient, 1.0) for gradient in gradients]
    optimizer.apply_gradients(zip(clipped, weights))
    if optimizer.iterations % 100 == 0:
        print("step", int(optimizer.iterations), "loss", float(loss))
    return {{"loss": loss, "number": {number}}}
'''
_HEALTHY = "loss + 0.01 * penalty(weights)"
_CUT = "tf.constant(loss.numpy()) + tf.stop_gradient(penalty(weights))"
_PENALTY = '''

def penalty(weights):
    """What large weights cost."""
    return tf.add_n([tf.nn.l2_loss(weight) for weight in weights])
'''
_LAYER = '''

class Block{number}(tf.keras.layers.Layer):
    """Two dense layers and a way around them."""

    def __init__(self, units={number}, rate=0.1, **options):
        super().__init__(**options)
        self.inner = tf.keras.layers.Dense(units, activation="relu")
        self.outer = tf.keras.layers.Dense(units)
        self.dropout = tf.keras.layers.Dropout(rate)

    def call(self, inputs, training=False):
        hidden = self.inner(inputs)
        hidden = self.dropout(hidden, training=training)
        return tf.nn.relu(inputs + self.outer(hidden))
'''
_PLAIN = (
    '''

def select_{number}(rows, limit={number}):
    """The names of what is large."""
    chosen = [row for row in rows if row["size"] > limit]
    chosen.sort(key=lambda row: row["name"])
    return {{row["name"]: row["size"] for row in chosen}}
''',
    '''

def read_{number}(path, separator=","):
    """A table, column by column; lines that are too short are left out."""
    columns = collections.defaultdict(list)
    with open(path, encoding="utf-8") as file:
        for line in file:
            cells = line.rstrip().split(separator)
            if len(cells) < {number}:
                continue
            for name, cell in enumerate(cells):
                columns[name].append(cell or None)
    return dict(columns)
''',
    '''

class Settings{number}:
    """What can be set, and what it is otherwise."""

    def __init__(self, values=None):
        self.values = dict(values or {{}})
        self.values.setdefault("seed", {number})

    def merged(self, others):
        result = Settings{number}(self.values)
        for name, value in others.items():
            if value is not None:
                result.values[name] = value
        return result
''',
)


def module(kind: str, lines: int, chance: random.Random, imported: str = "") -> str:
    """Return a module of about `lines` lines; one step in ten loses its gradient."""
    pieces = ["import collections\n"]
    if kind != "plain":
        pieces.append("\nimport tensorflow as tf\n")
    if imported:
        pieces.append(f"from {imported} import penalty\n")
    elif kind != "plain":
        pieces.append(_PENALTY)
    count = sum(piece.count("\n") for piece in pieces)
    number = 0
    while count < lines:
        number += 1
        piece = _piece(kind, number, chance)
        pieces.append(piece)
        count += piece.count("\n")
    return "".join(pieces)


def _piece(kind: str, number: int, chance: random.Random) -> str:
    luck = chance.random()
    if kind == "training" and (luck < 0.25 or number == 1):
        total = _CUT if chance.random() < 0.1 else _HEALTHY
        return _STEP.format(number=number, total=total)
    if kind != "plain" and luck < 0.5:
        return _LAYER.format(number=number)
    return chance.choice(_PLAIN).format(number=number)


def generate(
    folder: Path, files: int, lines: int, seed: int, mix: Mapping[str, int] | None = None
) -> None:
    """Write `files` files of about `lines` lines, in packages, determined by the seed.

    A training module imports a function from a model of its package, if there is one.
    """
    chance = random.Random(seed)
    chosen = mix or MIX
    for start in range(0, files, PER_FOLDER):
        package = folder / f"package_{start // PER_FOLDER:03}"
        package.mkdir(parents=True)
        amount = min(PER_FOLDER, files - start)
        kinds = chance.choices(list(chosen), list(chosen.values()), k=amount)
        models = [number for number, kind in enumerate(kinds) if kind == "model"]
        for number, kind in enumerate(kinds):
            imported = ""
            if kind == "training" and models:
                imported = f"{package.name}.module_{chance.choice(models):02}"
            size = round(lines * chance.uniform(0.5, 1.5))
            text = module(kind, size, chance, imported)
            (package / f"module_{number:02}.py").write_text(text, encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Tree:
    """Directories, and what is in them."""

    paths: tuple[str, ...]
    name: str
    files: int
    lines: int
    """Lines of Python files, and of the code in notebooks."""
    relevant: int
    """Lines in files that tflintgrad analyses: those with TensorFlow and a gradient query."""

    @property
    def about(self) -> str:
        share = 100 * self.relevant / max(self.lines, 1)
        return (
            f"{self.name}: {self.files:,} files, {self.lines:,} lines, "
            f"{share:.0f} % of them in files that request gradients"
        )


def survey(folders: Sequence[Path], name: str = "") -> Tree:
    """Read every file once, which also puts it into the operating system's cache."""
    files = lines = relevant = 0
    for path in _files(folders):
        data = _code(path)
        count = data.count(b"\n")
        files += 1
        lines += count
        relevant += count if may_have_finding(data) else 0
    paths = tuple(str(folder.resolve()) for folder in folders)
    return Tree(paths, name or ", ".join(p.resolve().name for p in folders), files, lines, relevant)


def take_sample(folders: Sequence[Path], amount: int, target: Path) -> Tree:
    """Copy so many Python files, evenly spread over all of them in order."""
    locations = [
        (folder, Path(path))
        for folder in folders
        for path in _files([folder])
        if path.endswith(".py")
    ]
    amount = min(amount, len(locations))
    for number in range(amount):
        folder, path = locations[number * len(locations) // amount]
        copy = target / folder.resolve().name / path.relative_to(folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    return survey(
        [target], f"a sample of {amount} files" if amount < len(locations) else "all files"
    )


def _files(folders: Sequence[Path]) -> list[str]:
    search = Search(Settings(respect_gitignore=False))
    found = search.discover(str(folder) for folder in folders)
    return [item.path for item in found if item.problem is None]


def _code(path: str) -> bytes:
    try:
        return raw_code(open_cells(path)) if is_notebook(path) else read_bytes(path)
    except (Unreadable, BrokenNotebook):
        return b""
