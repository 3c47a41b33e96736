"""`[tool.tflintgrad]`: found, read, and complained about."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path

import pytest

import tflintgrad as library
from tflintgrad.frontends.cli.entry import run

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


def call(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """The command line in this process, as if started in a folder: exit code, output, errors."""
    before = Path.cwd()
    output, errors = io.StringIO(), io.StringIO()
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            code = run(arguments)
    finally:
        os.chdir(before)
    return code, output.getvalue(), errors.getvalue()


def codes(folder: Path, *options: str) -> set[str]:
    code, printed, errors = call(folder, "check", "--output-format", "concise", *options)
    assert code in (0, 1), errors
    lines = [line for line in printed.splitlines() if ": TFG" in line]
    return {line.split(": ")[1][:6] for line in lines}


def complaint(folder: Path, *arguments: str) -> str:
    code, printed, errors = call(folder, *(arguments or ("check",)))
    assert code == 2
    assert printed == ""
    return errors


def test_without_a_configuration(project: Path) -> None:
    assert "TFG201" in codes(project)


def test_what_the_project_ignores(project: Path) -> None:
    configure(project, '[tool.tflintgrad]\nignore = ["TFG2"]\n')
    assert "TFG201" not in codes(project)


def test_the_command_line_wins(project: Path) -> None:
    configure(project, '[tool.tflintgrad]\nselect = ["TFG1"]\noutput-format = "json"\n')
    assert codes(project) == set()
    assert "TFG201" in codes(project, "--select", "TFG2")
    assert call(project, "check")[1].strip() == "[]"


def test_a_file_of_our_own_goes_before_pyproject(project: Path) -> None:
    configure(project, '[tool.tflintgrad]\nselect = ["TFG1"]\n')
    configure(project, 'select = ["TFG2"]\n', "tflintgrad.toml")
    assert codes(project) == {"TFG201"}


def test_it_is_found_from_below_past_files_that_do_not_mention_us(project: Path) -> None:
    configure(project, '[tool.tflintgrad]\ntensorflow-version = "2.15"\n')
    below = project / "a" / "b"
    below.mkdir(parents=True)
    configure(below, "[tool.ruff]\n# tflintgrad is named in a comment only\n")
    found = library.configured().in_folder(str(below))
    assert (found.root, found.tensorflow_version) == (str(project), "2.15")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ignroe = []", ":2: unknown key 'ignroe'; did you mean 'ignore'?"),
        ("extend_select = []", ":2: unknown key 'extend_select'; did you mean 'extend-select'?"),
        ("xyz = 1", ":2: unknown key 'xyz'; known keys: select, "),
        ("timeout = 1", ":2: unknown key 'timeout'; did you mean 'verify.timeout'?"),
        ("[tool.tflintgrad.verify]\ntimout = 1", ":3: unknown key 'verify.timout'; did you mean"),
        ('select = "TFG2"', ":2: select must be a list of strings"),
        ("select = [1]", ":2: select must be a list of strings"),
        ("select = []", ":2: select must not be empty"),
        ("tensorflow-version = 2.15", ":2: tensorflow-version must be a string"),
        ('tensorflow-version = "2.3"', ":2: tensorflow-version: TensorFlow 2.3 is older than 2.15"),
        ('tensorflow-version = "new"', ":2: tensorflow-version: 'new' is not a version"),
        ('output-format = "xml"', ":2: output-format must be one of azure"),
        ('output-format = "jsn"', "did you mean 'json'?"),
        ('ignore = ["TFG999"]', ":2: ignore: 'TFG999' is neither a rule nor a prefix of one; did"),
        ('ignore = [""]', ":2: ignore: '' is neither a rule nor a prefix of one"),
        ('ignore = ["numpy-escap"]', "did you mean TFG201 (numpy-escape)?"),
        ('ignore = ["tfg201"]', ":2: ignore: 'tfg201' is misspelled; did you mean 'TFG201'?"),
        ("\n\nforce-exclude = 1", ":4: force-exclude must be true or false"),
        ('exclude = [""]', ":2: exclude: a pattern must not be empty"),
        ('exclude = "build"', ":2: exclude must be a list of strings"),
        ("per-file-ignores = []", ":2: per-file-ignores must be a table"),
        (
            '[tool.tflintgrad.per-file-ignores]\n"a.py" = []\n"b.py" = ["TFG777"]',
            ":4: per-file-ignores.\"b.py\": 'TFG777' is neither",
        ),
        (
            '[tool.tflintgrad.severity]\nTFG2 = "eror"',
            ":3: severity.TFG2 must be one of error, warning, info; did you mean 'error'?",
        ),
        ('severity.TFG2 = "off"', "to turn off a rule, use ignore"),
        ('severity = { TFG222 = "info" }', ":2: severity: 'TFG222' is neither"),
        ("verify = 3", ":2: verify must be a table"),
        ('verify.device = "tpu"', ":2: verify.device must be cpu, cpu:1, gpu, gpu:1 or auto"),
        ("verify.timeout = true", ":2: verify.timeout must be a number"),
        ("verify.timeout = 0", ":2: verify.timeout must be a number from 0.1 to 86400"),
        ("verify.directions = 0", ":2: verify.directions must be a whole number from 1 to 100"),
        ('cache-dir = ""', ":2: cache-dir must not be empty"),
    ],
)
def test_mistakes_name_the_file_the_line_and_the_key(
    project: Path, monkeypatch: pytest.MonkeyPatch, text: str, words: str
) -> None:
    path = configure(project, f"[tool.tflintgrad]\n{text}\n")
    with pytest.raises(library.ConfigurationError) as caught:
        library.configured().in_folder(str(project))
    assert str(caught.value).startswith(f"{path}:")
    assert words in str(caught.value)
    # In a file of our own the keys stand at the top.
    own = configure(project, text.replace("tool.tflintgrad.", "") + "\n", "tflintgrad.toml")
    with pytest.raises(library.ConfigurationError) as again:
        library.configured().in_folder(str(project))
    assert str(again.value).startswith(f"{own}:")
    assert words.partition(" ")[2] in str(again.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[tool]\ntflintgrad = 3\n", "tool.tflintgrad must be a table"),
        ("[tool.tflintgrad\n", "not valid TOML: "),
        ("[tool.tflintgrad]\nx = " + "[" * 3000, "not valid TOML: "),
    ],
)
def test_files_that_cannot_be_used(project: Path, text: str, words: str) -> None:
    path = configure(project, text)
    message = complaint(project)
    assert message.startswith(f"Error: {path}: {words}")
    assert len(message.splitlines()) == 1


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "tflintgrad.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(library.ConfigurationError, match="not valid TOML"):
        library.configured().in_folder(str(tmp_path))


def test_a_broken_file_far_above_does_not_matter(project: Path) -> None:
    configure(project, "[tool.tflintgrad\n")
    below = project / "below"
    below.mkdir()
    configure(below, 'ignore = ["TFG2"]\n', "tflintgrad.toml")
    assert library.configured().in_folder(str(below)).ignore == ("TFG2",)


@pytest.mark.parametrize("command", [("check",), ("op", "tf.exp")])
def test_a_wrong_version_on_the_command_line(tmp_path: Path, command: tuple[str, ...]) -> None:
    message = complaint(tmp_path, *command, "--tensorflow-version", "2.1")
    assert "older than 2.15" in message


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
