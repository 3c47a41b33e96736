"""`check --fix` that is killed at any moment leaves each file as it was, or fixed."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.fixed_programs import fixed

BEFORE = """\
import tensorflow as tf

angle = tf.constant(0.5)
with tf.GradientTape() as tape:
    height = tf.sin(angle)
print(tape.gradient(height, angle))
"""
FILES, KILLS = 30, 15
OPTIONS = ("--fix", "--exit-zero", "--no-cache", "--jobs", "1", "--quiet")


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_old_or_new(tmp_path: Path) -> None:
    after, moment = fixed(BEFORE), random.Random(0)
    files = [tmp_path / f"program_{number}.py" for number in range(FILES)]
    done = 0
    for _ in range(KILLS):
        for file in files:
            file.write_text(BEFORE)
        command = [sys.executable, "-m", "tflintgrad", "check", *OPTIONS, str(tmp_path)]
        process = subprocess.Popen(command)
        while process.poll() is None and all(file.read_text() == BEFORE for file in files[:1]):
            time.sleep(0.001)
        time.sleep(moment.random() * 0.05)
        process.send_signal(signal.SIGKILL)
        process.wait()
        texts = [file.read_text() for file in files]
        assert set(texts) <= {BEFORE, after}
        done += texts.count(after)
    assert 0 < done < FILES * KILLS  # it was stopped in the middle
