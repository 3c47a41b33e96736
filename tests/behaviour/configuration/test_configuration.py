"""`[tool.tflintgrad]`: found, read, and complained about."""

from __future__ import annotations

import contextlib
import io
import json
import os
from pathlib import Path

import pytest

import tflintgrad as library
from tests.support.fake_analysis import install
from tflintgrad.config.settings import Settings, Verify
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
    said = complaint(project)
    assert said.startswith(f"Error: {path}: {words}")
    assert len(said.splitlines()) == 1


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


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one finding, TFG201, by the stand-in for the analysis."""
    install(monkeypatch)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "train.py").write_text("import tensorflow as tf  # GradientTape\nx.numpy()\n")
    return tmp_path


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, object]]:
    assert run(["check", "--output-format", "json", *arguments]) in (0, 1)
    findings: list[dict[str, object]] = json.loads(capsys.readouterr().out)
    return findings


class TestWhoWins:
    """The command line lays its choice of rules over that of the file."""

    @pytest.mark.parametrize(
        ("file", "options", "reported"),
        [
            ('ignore = ["TFG201"]', ["--select", "TFG201"], True),
            ('ignore = ["TFG201"]', ["--select", "TFG2"], True),
            ('ignore = ["TFG201"]', ["--extend-select", "TFG2"], True),
            ('ignore = ["TFG201"]', ["--ignore", "TFG3"], False),
            ('select = ["TFG201"]', ["--ignore", "TFG2"], False),
            ('select = ["TFG3"]', ["--extend-select", "TFG2"], True),
            ('select = ["TFG3"]\nextend-select = ["TFG2"]', ["--select", "TFG3"], False),
            ('select = ["TFG3"]\nextend-select = ["TFG2"]', ["--extend-select", "TFG1"], True),
            ('ignore = ["numpy-escape"]', ["--isolated"], True),
            ('ignore = ["numpy-escape"]', ["--config", "ignore = []"], False),
            ('ignore = ["numpy-escape"]', ["--config", "select = ['ALL']"], True),
        ],
    )
    def test_rules(
        self,
        here: Path,
        capsys: pytest.CaptureFixture[str],
        file: str,
        options: list[str],
        reported: bool,
    ) -> None:
        configure(here, file, "tflintgrad.toml")
        assert bool(found(capsys, *options)) is reported

    def test_a_file_that_is_named_stands_for_all(
        self, here: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        configure(here, 'ignore = ["TFG3"]', "tflintgrad.toml")
        configure(here, 'ignore = ["TFG2"]', "strict.toml")
        assert found(capsys)
        assert not found(capsys, "--config", "strict.toml")
        assert found(capsys, "--config", "strict.toml", "--config", "select = ['TFG2']")

    def test_options_win_over_keys_that_are_set(
        self, here: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(["config", "--config", "select = ['TFG1']", "--select", "TFG2"]) == 0
        assert 'select = ["TFG2"]  # command line\n' in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["--config", "gone.toml"], "gone.toml: cannot be read: no such file"),
            (["--config", "pyproject.toml"], "pyproject.toml: no [tool.tflintgrad] table"),
            (["--config", "a = = 1"], "--config 'a = = 1': not valid TOML: "),
            (["--config", "verify.timout = 1"], "command line: unknown key 'verify.timout'; did"),
            (["--config", "a.toml", "--config", "b.toml"], "two files, a.toml and b.toml"),
            (["--config", "a.toml", "--isolated"], "--isolated reads no file"),
            (["--select", "TFG888"], "command line: select: 'TFG888' is neither a rule"),
            (["--per-file-ignores", "TFG2"], "'TFG2' is not PATTERN:CODE"),
            (["--per-file-ignores", "a.py:TFG888"], "'TFG888' is neither a rule"),
        ],
    )
    def test_misuse(
        self, here: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
    ) -> None:
        configure(here, "[tool.ruff]\n")
        assert run(["check", *arguments]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert words in captured.err


class TestSeverity:
    @pytest.mark.parametrize(
        ("table", "severity"),
        [
            ("", "error"),
            ('TFG2 = "warning"', "warning"),
            ('numpy-escape = "info"\nTFG2 = "warning"\nALL = "error"', "info"),
            ('TFG3 = "info"', "error"),
        ],
    )
    def test_the_most_exact_one_counts(
        self, here: Path, capsys: pytest.CaptureFixture[str], table: str, severity: str
    ) -> None:
        configure(here, f"[severity]\n{table}\n", "tflintgrad.toml")
        (finding,) = found(capsys)
        assert finding["severity"] == severity

    def test_of_a_broken_file(self, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (here / "train.py").write_text("x = = 1\n")
        configure(here, '[severity]\nsyntax-error = "info"\n', "tflintgrad.toml")
        (finding,) = found(capsys, "train.py")
        assert (finding["code"], finding["severity"]) == ("TFG000", "info")


class TestLibrary:
    def test_settings_are_used_as_they_are(self, here: Path) -> None:
        configure(here, 'ignore = ["TFG2"]', "tflintgrad.toml")
        (result,) = library.check_files(["."])
        assert len(result.findings) == 1
        (result,) = library.check_files(["."], library.Settings(severity={"TFG2": "info"}))
        assert [finding.severity for finding in result.findings] == ["info"]
        (result,) = library.check_files(
            ["."], library.Settings(per_file_ignores={"*.py": ("TFG2",)})
        )
        assert result.findings == ()
        assert list(library.check_files(["."], library.Settings(exclude=("train.py",)))) == []

    def test_settings_of_the_project(self, here: Path) -> None:
        configure(here, 'ignore = ["TFG2"]', "tflintgrad.toml")
        (result,) = library.check_files(["."], library.configured())
        assert result.findings == ()
        chosen = library.configured(options={"extend-select": ["TFG201"]})
        (result,) = library.check_files(["."], chosen)
        assert len(result.findings) == 1
        text = (here / "train.py").read_text()
        assert library.check_source(text, "train.py", library.configured()) == []
        assert library.check_source(text, "/elsewhere/train.py", library.configured()) != []

    def test_mistakes(self, here: Path) -> None:
        with pytest.raises(library.ConfigurationError, match="options: unknown key 'selct'; did"):
            library.configured(options={"selct": []})
        with pytest.raises(library.ConfigurationError, match="together with isolated"):
            library.configured("a.toml", isolated=True)
        configure(here, "selct = []", "tflintgrad.toml")
        with pytest.raises(library.ConfigurationError, match="toml:1: unknown key 'selct'"):
            next(library.check_files(["."], library.configured()))

    def test_everything_a_file_can_say(self, here: Path) -> None:
        configure(here, EVERYTHING, "tflintgrad.toml")
        root = str(here)
        assert library.configured().in_folder(root) == Settings(
            select=("TFG2", "numpy-escape"),
            ignore=("TFG201",),
            extend_select=("TFG9",),
            tensorflow_version="2.15",
            per_file_ignores={"*.ipynb": ("ALL",), f"{root}/tests/*": ("TFG9",)},
            severity={"TFG5": "warning"},
            exclude=("build", f"{root}/docs/*"),
            extend_exclude=("legacy",),
            force_exclude=True,
            respect_gitignore=False,
            output_format="concise",
            cache_dir=str(here / "cache"),
            verify=Verify("gpu:1", 5.0, True, True, 7),
            root=root,
        )


EVERYTHING = """\
select = ["TFG2", "numpy-escape"]
ignore = ["TFG201"]
extend-select = ["TFG9"]
tensorflow-version = "2.15"
exclude = ["build", "docs/*"]
extend-exclude = ["legacy"]
force-exclude = true
respect-gitignore = false
output-format = "concise"
cache-dir = "cache"

[per-file-ignores]
"*.ipynb" = ["ALL"]
"tests/*" = ["TFG9"]

[severity]
TFG5 = "warning"

[verify]
device = "gpu:1"
timeout = 5
jit = true
only-confirmed = true
directions = 7
"""


def test_verify_gets_what_the_configuration_says(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TFLINTGRAD_NO_CACHE")
    from tflintgrad.frontends.cli import verify_results

    seen: list[verify_results.VerifySettings] = []

    def verified(
        results: object, settings: verify_results.VerifySettings
    ) -> list[library.FileResult]:
        seen.append(settings)
        return []

    monkeypatch.setattr(verify_results, "with_verdicts", verified)
    configure(here, EVERYTHING, "tflintgrad.toml")
    assert run(["verify"]) == 0
    assert run(["verify", "--device", "CPU", "--timeout", "9", "--cache-dir", "other"]) == 0
    assert run(["verify", "--isolated"]) == 0
    first, second, third = seen
    assert (first.device, first.timeout, first.jit, first.directions) == ("gpu:1", 5.0, True, 7)
    assert first.only_confirmed
    assert first.cache_dir == str(here / "cache")
    assert first.tensorflow_version == "2.15"
    assert (second.device, second.timeout, second.jit) == ("cpu", 9.0, True)
    assert second.cache_dir == str(here / "other")
    assert third == verify_results.VerifySettings()
    assert not third.unsafe


def test_no_file_can_switch_the_sandbox_off(here: Path) -> None:
    """Otherwise a program on trial could bring its own permission."""
    for key in ("unsafe-no-sandbox = true", "verify.unsafe-no-sandbox = true"):
        configure(here, key, "tflintgrad.toml")
        with pytest.raises(library.ConfigurationError, match="unknown key"):
            library.configured().in_folder(str(here))
