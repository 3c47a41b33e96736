"""Settings that compete: command line, files, defaults; severities; settings of the library."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tflintgrad as library
from tests.support.fake_analysis import install
from tflintgrad.config.settings import Settings, Verify
from tflintgrad.frontends.cli.entry import run


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
        (here / "tflintgrad.toml").write_text(file)
        assert bool(found(capsys, *options)) is reported

    def test_a_file_that_is_named_stands_for_all(
        self, here: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (here / "tflintgrad.toml").write_text('ignore = ["TFG3"]')
        (here / "strict.toml").write_text('ignore = ["TFG2"]')
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
        (here / "pyproject.toml").write_text("[tool.ruff]\n")
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
        (here / "tflintgrad.toml").write_text(f"[severity]\n{table}\n")
        (finding,) = found(capsys)
        assert finding["severity"] == severity

    def test_of_a_broken_file(self, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (here / "train.py").write_text("x = = 1\n")
        (here / "tflintgrad.toml").write_text('[severity]\nsyntax-error = "info"\n')
        (finding,) = found(capsys, "train.py")
        assert (finding["code"], finding["severity"]) == ("TFG000", "info")


class TestLibrary:
    def test_settings_are_used_as_they_are(self, here: Path) -> None:
        (here / "tflintgrad.toml").write_text('ignore = ["TFG2"]')
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
        (here / "tflintgrad.toml").write_text('ignore = ["TFG2"]')
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
        (here / "tflintgrad.toml").write_text("selct = []")
        with pytest.raises(library.ConfigurationError, match="toml:1: unknown key 'selct'"):
            next(library.check_files(["."], library.configured()))

    def test_everything_a_file_can_say(self, here: Path) -> None:
        (here / "tflintgrad.toml").write_text(EVERYTHING)
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
        results: object, settings: verify_results.VerifySettings, *, prove_fixes: bool = False
    ) -> list[library.FileResult]:
        seen.append(settings)
        return []

    monkeypatch.setattr(verify_results, "with_verdicts", verified)
    (here / "tflintgrad.toml").write_text(EVERYTHING)
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
        (here / "tflintgrad.toml").write_text(key)
        with pytest.raises(library.ConfigurationError, match="unknown key"):
            library.configured().in_folder(str(here))
