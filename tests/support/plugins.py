"""The example of a plugin, laid out as an installer does, beside a project to check."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from tests.support.command_line import tflintgrad
from tests.support.paths import ROOT

EXAMPLE = ROOT / "examples" / "plugin"
STOP = """\
import tensorflow as tf

scale = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    norm = tf.stop_gradient(tf.reduce_sum(scale))
    loss = tf.reduce_sum(scale * norm)
print(tape.gradient(loss, scale))
"""
STOP_LINE = (
    "stop.py:5:12: ACM101[unnamed-stop] the gradient with respect to `scale` lacks the part through"
    " this step\n"
)


class Installation:
    """A folder of the module search path with plugins, and a project beside it."""

    def __init__(self, folder: Path) -> None:
        self.site = folder / "site"
        self.project = folder / "project"
        self.site.mkdir()
        self.project.mkdir()
        self.environment = {**os.environ, "PYTHONPATH": str(self.site)}

    def add(self, package: str = "acme_rules", name: str = "acme", version: str = "1.0") -> Path:
        """Lay out the example as an installer does, and return its folder."""
        shutil.copytree(
            EXAMPLE / "acme_rules",
            self.site / package,
            ignore=shutil.ignore_patterns("__pycache__"),
            dirs_exist_ok=True,
        )
        for file in (self.site / package).glob("*.py"):
            file.write_text(file.read_text().replace("acme_rules", package))
        for stale in self.site.glob(f"{package}-*.dist-info"):
            shutil.rmtree(stale)
        described = self.site / f"{package}-{version}.dist-info"
        described.mkdir()
        metadata = f"Metadata-Version: 2.1\nName: {package.replace('_', '-')}\nVersion: {version}\n"
        (described / "METADATA").write_text(metadata)
        point = f"[tflintgrad.rules]\n{name} = {package}\n"
        (described / "entry_points.txt").write_text(point)
        return self.site / package

    def write(self, name: str, text: str) -> Path:
        path = self.project / name
        path.write_text(text)
        return path

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return tflintgrad(*arguments, cwd=self.project, environment=self.environment)

    def check(self, *arguments: str) -> str:
        finished = self.run("check", "--output-format=concise", *arguments)
        assert (finished.stderr, finished.returncode in (0, 1)) == ("", True)
        return finished.stdout
