"""The cost of observing: times of training loops with and without `verify --run`'s observer.

    python benchmarks/observe.py [--rounds N] [LOOP ...]

Three processes run the same loop in turns: one observed, two not. All are warmed up, so the
observer samples rarely, as in a long training. Rounds are short, and each gives a ratio to the
first process, which was measured within the same fraction of a second; the median of the ratios
counts. The second plain process shows the noise of the machine. CPU time covers all threads: it
does not include waiting, and other programs on the machine disturb it less.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tflintgrad.verify.user_command.command import observed_environment  # noqa: E402
from tflintgrad.verify.user_command.observation import read_observation  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Mapping

HEAD = """
import sys
import time
import tensorflow as tf

tf.random.set_seed(0)
x = tf.random.normal((64, 128))
y = tf.random.normal((64, 10))
"""
NETWORK = """
w1 = tf.Variable(tf.random.normal((128, 256)) * 0.05)
b1 = tf.Variable(tf.zeros(256))
w2 = tf.Variable(tf.random.normal((256, 10)) * 0.05)
b2 = tf.Variable(tf.zeros(10))
weights = [w1, b1, w2, b2]

def step():
    with tf.GradientTape() as tape:
        output = tf.nn.relu(x @ w1 + b1) @ w2 + b2
        loss = tf.reduce_mean(tf.square(output - y))
    for weight, gradient in zip(weights, tape.gradient(loss, weights)):
        weight.assign_sub(0.01 * gradient)
"""
FIT = """
layers = [tf.keras.layers.Dense(256, activation="relu") for _ in range({depth})]
model = tf.keras.Sequential([tf.keras.Input((128,)), *layers, tf.keras.layers.Dense(10)])
model.compile("adam", loss="mse", jit_compile={jit})
data = tf.data.Dataset.from_tensors((x, y)).repeat()

def run(steps):
    model.fit(data, steps_per_epoch=steps, epochs=1, verbose=0)
"""
RUN = "def run(steps):\n    for _ in range(steps):\n        step()\n"
TINY = """
w = tf.Variable(1.0)

def step():
    with tf.GradientTape() as tape:
        loss = w * w
    w.assign_sub(0.01 * tape.gradient(loss, w))
"""
TRACED = "step = tf.function(step)\n"
TAIL = """
run(WARM)
print("ready", flush=True)
for line in sys.stdin:
    start, cpu = time.perf_counter(), time.process_time()
    run(STEPS)
    print(time.perf_counter() - start, time.process_time() - cpu, flush=True)
"""
# Warm-up steps, steps per round, program. The last two are minimal, and no goal covers them.
LOOPS: dict[str, tuple[int, int, str]] = {
    "eager": (300, 40, NETWORK + RUN),
    "tf.function": (600, 150, NETWORK + TRACED + RUN),
    "Keras fit": (300, 50, FIT.format(depth=2, jit=False)),
    "Keras fit, 42 weights": (150, 15, FIT.format(depth=20, jit=False)),
    "Keras fit, XLA": (300, 50, FIT.format(depth=2, jit=True)),
    "one scalar, eager": (2000, 300, TINY + RUN),
    "one scalar, tf.function": (2000, 300, TINY + TRACED + RUN),
}


class Loop:
    """A process that runs the loop on request."""

    def __init__(self, program: str, environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", program],
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._answer() == "ready"

    def _answer(self) -> str:
        assert self._process.stdout is not None
        answer = self._process.stdout.readline().strip()
        if not answer:
            raise SystemExit("a loop ended before its time")
        return answer

    def seconds(self) -> tuple[float, float]:
        """Return the clock time and the CPU time of one round."""
        assert self._process.stdin is not None
        self._process.stdin.write("go\n")
        self._process.stdin.flush()
        wall, cpu = self._answer().split()
        return float(wall), float(cpu)

    def end(self) -> None:
        self._process.communicate()


def measure(name: str, rounds: int) -> None:
    warm, steps, body = LOOPS[name]
    program = (HEAD + body + TAIL).replace("WARM", str(warm)).replace("STEPS", str(steps))
    # One thread each: idle processors hide no cost, and times vary less.
    one = {f"TF_NUM_{which}_THREADS": "1" for which in ("INTRAOP", "INTEROP")}
    quiet = {**os.environ, **one, "TF_CPP_MIN_LOG_LEVEL": "3"}
    with tempfile.TemporaryDirectory() as folder:
        loops = [
            Loop(program, quiet),
            Loop(program, quiet),
            Loop(program, observed_environment(quiet, folder)),
        ]
        times: list[list[tuple[float, float]]] = [[], [], []]
        for number in range(rounds):
            # The order rotates, so that no loop always runs first.
            for which in ((0, 1, 2), (1, 2, 0), (2, 0, 1))[number % 3]:
                times[which].append(loops[which].seconds())
        for loop in loops:
            loop.end()
        queries = sum(query.calls for query in read_observation(Path(folder), 0).queries)
    plain = statistics.median(wall for wall, _ in times[0]) / steps * 1e6
    ratios = [_ratio(times, which, clock) for which in (2, 1) for clock in (0, 1)]
    print(f"{name:<26}{plain:9.0f} us" + "".join(f"{r:8.3f}" for r in ratios) + f"{queries:9}")
    sys.stdout.flush()


def _ratio(times: list[list[tuple[float, float]]], which: int, clock: int) -> float:
    rounds = range(len(times[0]))
    return statistics.median(times[which][at][clock] / times[0][at][clock] for at in rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("loops", nargs="*", metavar="LOOP", help=", ".join(LOOPS))
    arguments = parser.parse_args()
    print(f"{'':<38}{'observed':^16}{'plain again':^16}{'queries':>9}")
    print(f"{'a step of':<26}{'plain':>12}" + f"{'time':>8}{'CPU':>8}" * 2 + f"{'seen':>9}")
    for name in arguments.loops or LOOPS:
        measure(name, arguments.rounds)


if __name__ == "__main__":
    main()
