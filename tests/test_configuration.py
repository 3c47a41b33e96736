"""`[tool.tflintgrad]`: found, read, and complained about."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command import tflintgrad
from tflintgrad.configuration import ConfigurationError, nearest

PROGRAM = """\
import tensorflow as tf

x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = tf.round(x) * x.numpy()
tape.gradient(y, x)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "train.py").write_text(PROGRAM)
    return tmp_path


def configure(folder: Path, text: str, name: str = "pyproject.toml") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def codes(folder: Path, *options: str) -> set[str]:
    finished = tflintgrad("check", "--output-format", "concise", *options, cwd=folder)
    assert finished.returncode in (0, 1), finished.stderr
    lines = [line for line in finished.stdout.splitlines() if ": TFG" in line]
    return {line.split(": ")[1][:6] for line in lines}


def complaint(folder: Path, *arguments: str) -> str:
    finished = tflintgrad(*(arguments or ("check",)), cwd=folder)
    assert finished.returncode == 2
    assert finished.stdout == ""
    assert "Traceback" not in finished.stderr
    return finished.stderr


def test_without_a_configuration(project: Path) -> None:
    assert "TFG201" in codes(project)


def test_what_the_project_ignores(project: Path) -> None:
    configure(project, '[tool.tflintgrad]\nignore = ["TFG2"]\n')
    assert "TFG201" not in codes(project)


def test_the_command_line_wins(project: Path) -> None:
    configure(project, '[tool.tflintgrad]\nselect = ["TFG1"]\noutput-format = "json"\n')
    assert codes(project) == set()
    assert "TFG201" in codes(project, "--select", "TFG2")
    assert tflintgrad("check", cwd=project).stdout.strip() == "[]"


def test_a_file_of_our_own_goes_before_pyproject(project: Path) -> None:
    configure(project, '[tool.tflintgrad]\nselect = ["TFG1"]\n')
    configure(project, 'select = ["TFG2"]\n', "tflintgrad.toml")
    assert codes(project) == {"TFG201"}


def test_it_is_found_from_below_past_files_that_do_not_mention_us(project: Path) -> None:
    path = configure(project, '[tool.tflintgrad]\ntensorflow-version = "2.15"\n')
    below = project / "a" / "b"
    below.mkdir(parents=True)
    configure(below, "[tool.ruff]\n# tflintgrad is named in a comment only\n")
    found = nearest(below)
    assert (found.path, found.tensorflow_version) == (path, "2.15")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[tool.tflintgrad]\nignroe = []\n", "unknown key 'ignroe'; did you mean 'ignore'?"),
        ("[tool.tflintgrad]\nxyz = 1\n", "unknown key 'xyz'; there is select, "),
        ('[tool.tflintgrad]\nselect = "TFG2"\n', "select must be a list of strings"),
        ("[tool.tflintgrad]\nselect = [1]\n", "select must be a list of strings"),
        ("[tool.tflintgrad]\ntensorflow-version = 2.15\n", "tensorflow-version must be a string"),
        ("[tool]\ntflintgrad = 3\n", "tool.tflintgrad must be a table"),
        ("[tool.tflintgrad\n", "is not TOML"),
        ('[tool.tflintgrad]\noutput-format = "xml"\n', "output-format must be one of azure"),
        ('[tool.tflintgrad]\nignore = ["TFG999"]\n', "ignore: "),
        ('[tool.tflintgrad]\ntensorflow-version = "2.3"\n', "2.3 is older than 2.15"),
        ('[tool.tflintgrad]\ntensorflow-version = "new"\n', "'new' is not a version"),
    ],
)
def test_mistakes_name_the_file_and_the_key(project: Path, text: str, words: str) -> None:
    path = configure(project, text)
    said = complaint(project)
    assert str(path) in said
    assert words in said


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "tflintgrad.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigurationError, match="is not TOML"):
        nearest(tmp_path)


@pytest.mark.parametrize("command", [("check",), ("op", "tf.exp")])
def test_a_wrong_version_on_the_command_line(tmp_path: Path, command: tuple[str, ...]) -> None:
    said = complaint(tmp_path, *command, "--tensorflow-version", "2.1")
    assert "older than 2.15" in said


KERAS_2 = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
x = tf.ones([1, 2])
with tf.GradientTape() as tape:
    tape.watch(model.trainable_variables)
    y = tf.reduce_sum(model(x))
tape.gradient(y, model.trainable_variables)
"""


def test_what_a_finding_depends_on(tmp_path: Path) -> None:
    """Keras 3 refuses to have its variables watched, Keras 2 does not."""
    (tmp_path / "train.py").write_text(KERAS_2)
    assert codes(tmp_path) == {"TFG112"}
    assert codes(tmp_path, "--tensorflow-version", "2.15") == set()
    configure(tmp_path, '[tool.tflintgrad]\ntensorflow-version = "2.15.1"\n')
    assert codes(tmp_path) == set()
    assert codes(tmp_path, "--tensorflow-version", "2.16") == {"TFG112"}
