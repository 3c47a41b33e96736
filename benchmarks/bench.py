"""How fast is tflintgrad? Prints ratios, which hold on any machine, beside milliseconds.

    python benchmarks/bench.py [DIRECTORY] [--repeat N]

Everything is measured as CPU time (user and system) of whole processes, started anew, in turns;
the smallest of the repeats counts. Without a directory, a corpus of training scripts and of other
modules is generated.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tflintgrad.sources.discovery import discover  # noqa: E402
from tflintgrad.sources.prefilter import matters  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LINTER = [sys.executable, "-m", "tflintgrad"]
CHECK = [*LINTER, "check", "--exit-zero", "--output-format", "concise"]

PARSE = """
import sys
import libcst
for path in open(sys.argv[1], encoding="utf-8").read().splitlines():
    try:
        libcst.parse_module(open(path, "rb").read())
    except (libcst.ParserSyntaxError, UnicodeDecodeError, RecursionError):
        pass
"""

STEP = '''

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
        penalty = tf.add_n([tf.nn.l2_loss(weight) for weight in weights])
        {last}
    gradients = tape.gradient(total, weights)
    clipped = [tf.clip_by_norm(gradient, 1.0) for gradient in gradients]
    optimizer.apply_gradients(zip(clipped, weights))
    if optimizer.iterations % 100 == 0:
        print("step", int(optimizer.iterations), "loss", float(loss))
    return {{"loss": loss, "penalty": penalty}}
'''
HEALTHY = "total = loss + 0.01 * penalty"
CUT = "total = tf.constant(loss.numpy()) + tf.stop_gradient(penalty)"
PLAIN = '''

def helper_{number}(rows, limit={number}):
    """Nothing to do with gradients."""
    chosen = [row for row in rows if row["size"] > limit]
    chosen.sort(key=lambda row: row["name"])
    return {{row["name"]: row["size"] for row in chosen}}
'''


def training_script(lines: int) -> str:
    """A training script of about this many lines; every tenth step has a cut in it."""
    pieces = ["import tensorflow as tf\n"]
    count = 1
    for number in range(lines):
        if count >= lines:
            break
        piece = STEP.format(number=number, last=CUT if number % 10 == 9 else HEALTHY)
        pieces.append(piece)
        count += piece.count("\n")
    return "".join(pieces)


def generate_corpus(folder: Path) -> None:
    """200 files: one in eight trains something, half of them mention TensorFlow."""
    for number in range(200):
        if number % 8 == 0:
            text = training_script(200)
        else:
            head = "import tensorflow as tf\n" if number % 2 else "import collections\n"
            text = head + "".join(PLAIN.format(number=index) for index in range(28))
        (folder / f"module_{number:03}.py").write_text(text, encoding="utf-8")


def cpu_seconds(command: Sequence[str | Path]) -> float:
    """User and system time of one process."""
    before = os.times()
    finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    after = os.times()
    if finished.returncode != 0:
        sys.exit(f"{command} failed:\n{finished.stderr[-2000:]}")
    user = after.children_user - before.children_user
    return user + after.children_system - before.children_system


def measure(commands: dict[str, Sequence[str | Path]], repeat: int) -> dict[str, float]:
    """The least CPU time of each command; they take turns, so that noise hits them alike."""
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(repeat):
        for name, command in commands.items():
            best[name] = min(best[name], cpu_seconds(command))
    return best


def bench_tree(folder: Path, scratch: Path, repeat: int) -> None:
    files = [found.path for found in discover([str(folder)]) if found.problem is None]
    contents = {path: Path(path).read_bytes() for path in files}
    relevant = [path for path, data in contents.items() if matters(data)]
    lines = sum(data.count(b"\n") for data in contents.values())
    relevant_lines = sum(contents[path].count(b"\n") for path in relevant)
    if not lines:
        sys.exit(f"{folder}: no Python files")
    every, some = scratch / "all.txt", scratch / "relevant.txt"
    every.write_text("\n".join(map(os.path.abspath, files)), encoding="utf-8")
    some.write_text("\n".join(map(os.path.abspath, relevant)), encoding="utf-8")
    best = measure(
        {
            "tflintgrad": [*CHECK, folder.resolve()],
            "libcst, files that matter": [sys.executable, "-c", PARSE, some],
            "libcst, all files": [sys.executable, "-c", PARSE, every],
        },
        repeat,
    )
    share = 100 * relevant_lines / lines
    print(
        f"{len(files)} files, {lines} lines; {len(relevant)} files ({share:.0f} % of lines) matter"
    )
    print(f"{'':28}{'CPU s':>8}{'ms / 1,000 lines':>18}{'tflintgrad / this':>20}")
    for name, seconds in best.items():
        ratio = best["tflintgrad"] / seconds
        print(f"{name:28}{seconds:8.2f}{seconds * 1e6 / lines:18.1f}{ratio:20.2f}")


def bench_growth(scratch: Path, repeat: int) -> None:
    commands: dict[str, Sequence[str | Path]] = {}
    for lines in (10_000, 20_000):
        path = scratch / f"train_{lines}.py"
        path.write_text(training_script(lines), encoding="utf-8")
        commands[f"{lines:,} lines"] = [*CHECK, path]
    best = measure(commands, repeat)
    for name, seconds in best.items():
        print(f"{name:28}{seconds:8.2f}")
    small, large = best.values()
    print(f"{'ratio (linear: 2)':28}{large / small:8.2f}")


def bench_start(scratch: Path, repeat: int) -> None:
    plain, training = scratch / "plain.py", scratch / "training.py"
    plain.write_text("print('hello')\n", encoding="utf-8")
    training.write_text(training_script(20), encoding="utf-8")
    best = measure(
        {
            "python -c pass": [sys.executable, "-c", "pass"],
            "python -c 'import click'": [sys.executable, "-c", "import click"],
            "python -c 'import libcst'": [sys.executable, "-c", "import libcst"],
            "tflintgrad --version": [*LINTER, "--version"],
            "check, no TensorFlow": [*CHECK, plain],
            "check, 20-line training": [*CHECK, training],
        },
        max(repeat, 3),
    )
    click = best["python -c 'import click'"]
    print(f"{'':28}{'CPU ms':>8}{'this / import click':>22}")
    for name, seconds in best.items():
        print(f"{name:28}{seconds * 1000:8.0f}{seconds / click:22.2f}")


def main() -> None:
    summary = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(description=summary)
    parser.add_argument("directory", type=Path, nargs="?", help="Python files to check")
    parser.add_argument("--repeat", type=int, default=3, help="how often each is run (3)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        folder: Path | None = arguments.directory
        if folder is None:
            folder = scratch / "corpus"
            folder.mkdir()
            generate_corpus(folder)
        steps: dict[str, Callable[[], None]] = {
            "Start-up": lambda: bench_start(scratch, arguments.repeat),
            f"Cold run over {arguments.directory or 'a generated corpus'}": lambda: bench_tree(
                folder, scratch, arguments.repeat
            ),
            "Growth with file length": lambda: bench_growth(scratch, arguments.repeat),
        }
        for title, step in steps.items():
            print(f"\n{title}\n{'-' * len(title)}", flush=True)
            step()


if __name__ == "__main__":
    main()
