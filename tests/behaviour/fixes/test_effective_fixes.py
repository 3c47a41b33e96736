"""Fixes after which the finding is still there are not applied."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.command_line import tflintgrad
from tests.support.fixed_programs import fixed
from tests.support.paths import PROGRAMS
from tflintgrad.config.settings import Settings
from tflintgrad.diagnostics import Edit, Fix, Location, Span
from tflintgrad.engine.check_in_memory import check_text
from tflintgrad.engine.effective_fixes import effective_fixes
from tflintgrad.engine.file_result import FileResult
from tflintgrad.engine.fixes import Applicability, Collected

TEXT = """\
import tensorflow as tf

w = tf.Variable(1.0)
with tf.GradientTape() as tape:
    loss = tf.exp(w.numpy())
print(tape.gradient(loss, w))

x = tf.constant(1.0)
with tf.GradientTape() as tape:
    loss = x * x
print(tape.gradient(loss, x))
"""


def with_first_fix(replacement: str) -> FileResult:
    """Return the result of the text; the fix of its first finding inserts code above line 5."""
    result = check_text(TEXT, "a.py", Settings())
    place = Location(5, 5)
    fix = Fix("a fix", (Edit(Span(place, place), replacement),))
    first, *others = result.findings
    return replace(result, findings=(replace(first, fix=fix), *others))


def chosen(result: FileResult) -> Collected:
    return next(effective_fixes([result], Applicability(), Settings()))[1]


@pytest.mark.parametrize("replacement", ["print(w)\n    ", "if:\n    ", "tape.watch(w)\n    "])
def test_a_fix_without_effect(replacement: str) -> None:
    """The fixes of other findings are applied, unless the text is broken with each of them."""
    result = with_first_fix(replacement)
    found = chosen(result)
    assert result.findings[0] in found.unresolved
    assert result.findings[0] not in found.fixed
    assert found.fixed == (() if "if" in replacement else result.findings[1:])


def test_a_fix_with_effect() -> None:
    found = chosen(check_text(TEXT, "a.py", Settings()))
    assert (found.resolved, found.unresolved) == (2, ())


def test_the_divisor_of_a_function() -> None:
    """`tf.divide` is singular where its second argument is zero."""
    text = (PROGRAMS / "TFG601" / "inverse_distance_of_all_pairs.py").read_text()
    guarded = "tf.divide(1.0, tf.where(others, squared, tf.ones_like(squared)))"
    assert fixed(text) == text.replace("tf.divide(1.0, squared)", guarded)


def test_the_command_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A diff on the command line lacks a fix that does not remove its finding, and says why."""
    text = (PROGRAMS / "TFG505" / "optimizers_zip_wrong_model_loop.py").read_text()
    (tmp_path / "a.py").write_text(text)
    done = tflintgrad("check", "--fix", "--unsafe-fixes", "--dry-run", "a.py", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert "TFG505: not fixed: the edit does not remove the finding" in done.stderr


def test_unsafe_fixes_that_safe_ones_make_superfluous() -> None:
    """With the sum, the loss has another path to the weights, and the stop may be meant."""
    text = (PROGRAMS / "TFG501" / "bayesian_layer_kl_registry_reset.py").read_text()
    assert fixed(text) == text.replace("self.total = value", "self.total += value")
