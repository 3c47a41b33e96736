"""The files behind the op table: recipes and corrections are read, tables written and compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tools.measure_ops import datafiles
from tools.measure_ops.datafiles import Recipe
from tools.measure_ops.differences import differences
from tools.measure_ops.files import File
from tools.measure_ops.surface import Public, is_tooling
from tools.measure_ops.tasks import Plan

REVIEWED = ROOT / "tools" / "measure_ops"


def recipe(line: str) -> Recipe:
    return datafiles._recipe(line)


class TestRecipes:
    def test_a_plain_call(self) -> None:
        read = recipe(
            'tf.image.resize(images=F(1, 8), size=[4, 4], method="area")  when method=area'
        )
        assert read.name == "tf.image.resize"
        assert dict(read.arguments) == {"images": "F(1, 8)", "size": "[4, 4]", "method": '"area"'}
        assert (read.when, read.expression) == ("method=area", "")
        assert read.key == "tf.image.resize when method=area"

    def test_an_expression_that_raises(self) -> None:
        read = recipe("builtins.round(number=F(), ndigits)  := round(number)  raises")
        assert read.arguments == (("number", "F()"), ("ndigits", ""))
        assert (read.expression, read.raises, read.key) == ("round(number)", True, "builtins.round")

    def test_a_point(self) -> None:
        read = recipe("tf.math.cumprod(x=AT([0.5, 0.0]))  at zero-in-x")
        assert (read.at, read.key) == ("zero-in-x", "tf.math.cumprod at zero-in-x")

    def test_a_forgotten_bracket(self) -> None:
        with pytest.raises(ValueError, match="no closing bracket"):
            recipe("tf.exp(x=3")

    def test_nothing_stands_twice(self) -> None:
        keys = [read.key for read in datafiles.recipes()]
        assert sorted(keys) == sorted(set(keys))


def test_every_correction_has_its_reason() -> None:
    """At the end of the line, or for several in the comment above them."""
    above = ""
    for line in (REVIEWED / "corrections.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            above = line
        elif line:
            assert "  # " in line or above.startswith("# -- whole lines: "), line


def test_no_correction_hides_another() -> None:
    names = [correction.name for correction in datafiles.corrections()]
    assert sorted(names) == sorted(set(names))


def test_what_is_not_measured_has_its_reason() -> None:
    assert all(datafiles.tooling().values())
    assert is_tooling("tf.io.gfile.copy")
    assert is_tooling("tf.keras.applications.resnet.ResNet50")
    assert not is_tooling("keras.applications.resnet.preprocess_input")
    assert not is_tooling("tf.io.decode_png")


def test_what_could_not_be_measured_is_little_and_said() -> None:
    lines = (ROOT / "rules" / "unclassified.txt").read_text(encoding="utf-8").splitlines()
    names = [line for line in lines if not line.startswith("#")]
    assert all(": " in line for line in names)
    assert len(names) < 60  # of more than 2,600


class TestFiles:
    file = File(
        "measurements.txt", "measurements", ["b\t(x=float(3))\tx 1.234 1.25", "a\t(x)\tx None 0"]
    )

    def test_written_sorted_under_a_head(self, tmp_path: Path) -> None:
        self.file.write(tmp_path)
        lines = (tmp_path / "measurements.txt").read_text(encoding="utf-8").splitlines()
        assert lines[0].startswith("# ")
        assert [line[0] for line in lines[-2:]] == ["a", "b"]
        assert self.file.compare(tmp_path) == []

    def test_the_last_digits_may_differ(self, tmp_path: Path) -> None:
        self.file.write(tmp_path)
        path = tmp_path / "measurements.txt"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("1.234", "1.235"), encoding="utf-8")
        assert self.file.compare(tmp_path) == []
        path.write_text(text.replace("1.234", "1.934"), encoding="utf-8")
        assert any("1.934" in line for line in self.file.compare(tmp_path))
        path.write_text(text.replace("None", "zeros"), encoding="utf-8")
        assert any("zeros" in line for line in self.file.compare(tmp_path))

    def test_the_old_file_stays_when_writing_fails(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "measurements.txt"
        path.write_text("old", encoding="utf-8")

        def fail(source: str, target: Path) -> None:
            raise OSError("disk full")

        monkeypatch.setattr("os.replace", fail)
        with pytest.raises(OSError, match="disk full"):
            self.file.write(tmp_path)
        assert path.read_text(encoding="utf-8") == "old"
        assert list(tmp_path.iterdir()) == [path]


def test_differences_of_an_older_version() -> None:
    """What changed, what is new, what is not there; under the names that the base has."""
    base = [
        "# head",
        "keras.losses.mean_squared_error(y:flow)",
        "keras.losses.mse = keras.losses.mean_squared_error",
        "keras.ops.exp(x:flow)",
        "np.exp(x:leaves) -> ndarray",
        "tf.abs(x:flow)",
        "tf.old = tf.abs",
        "tf.sign(x:zero)",
    ]
    older = [
        "keras.losses.mse(y:none)",
        "tf.abs(x:flow)",
        "tf.gone(x:lost)",
        "tf.sign(x:zero)",
    ]

    def nothing() -> None: ...

    names = [("keras.losses.mse", "keras.losses.MSE"), ("tf.abs",), ("tf.gone",), ("tf.sign",)]
    plan = Plan(tuple(Public(tuple(n), nothing) for n in names), (), {})
    assert differences(base, older, plan) == [
        "keras.losses.MSE = keras.losses.mean_squared_error",
        "keras.losses.mean_squared_error(y:none)",
        "keras.ops.exp = -",
        "tf.gone(x:lost)",
    ]
