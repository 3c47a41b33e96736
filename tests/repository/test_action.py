"""action.yml: GitHub's schema, and its scripts run by bash as GitHub runs them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.ci_environment import environment, installed, posix_only, validate
from tests.support.paths import ROOT
from tests.support.small_programs import CLEAN, NUMPY_ESCAPE

FILE = ROOT / "action.yml"
ACTION: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}

pytestmark = posix_only


class Job:
    """Runs steps of the action, in a project of its own."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "project"
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        self.written = folder / "output"
        self.command = installed(folder / "commands")

    def run(self, step: str, **inputs: str) -> subprocess.CompletedProcess[str]:
        """The step, with these inputs; `_` stands for `-` in their names."""
        values = {f"inputs.{name}": value["default"] for name, value in ACTION["inputs"].items()}
        values |= {f"inputs.{name.replace('_', '-')}": value for name, value in inputs.items()}
        values["steps.install.outputs.command"] = str(self.command)
        variables = {
            name: re.sub(r"\$\{\{ (.+?) \}\}", lambda match: values[match[1]], text)
            for name, text in STEPS[step]["env"].items()
        }
        variables |= {
            "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_OUTPUT": str(self.written),
            "RUNNER_TEMP": str(self.temporary),
        }
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[step]["run"]],
            cwd=self.project,
            env=environment(self.command.parent, variables),
            capture_output=True,
            text=True,
            check=False,
        )

    def prints_its_arguments(self) -> None:
        """From now on, instead of checking anything."""
        self.command.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')

    def outputs(self) -> dict[str, str]:
        lines = self.written.read_text().splitlines()
        return {name: value for name, _, value in (line.partition("=") for line in lines)}


@pytest.fixture
def job(tmp_path: Path) -> Job:
    shutil.copytree(ROOT / "examples" / "demo_project", tmp_path / "project")
    return Job(tmp_path)


def test_the_schema() -> None:
    validate("vendor.github-actions", FILE)


def test_no_input_is_written_into_a_script() -> None:
    scripts = [step["run"] for step in STEPS.values() if "run" in step]
    assert scripts
    assert not any("${{" in script for script in scripts)


def test_every_input_is_used() -> None:
    used = re.findall(r"inputs\.([a-z-]+)", json.dumps(ACTION["runs"]))
    assert set(used) == set(ACTION["inputs"])


def test_annotations(job: Job) -> None:
    finished = job.run("Check")
    assert finished.returncode == 1
    lines = finished.stdout.splitlines()
    assert len(lines) == 4
    assert all(re.match(r"::error [^:]*\bfile=\w+\.py,line=\d+,", line) for line in lines)


def test_a_clean_project(job: Job) -> None:
    finished = job.run("Check", paths="data.py")
    assert (finished.returncode, finished.stdout) == (0, "")


def test_no_paths_are_the_whole_project(job: Job) -> None:
    assert job.run("Check", paths="").stdout.count("::error ") == 4


def test_paths_with_spaces(job: Job) -> None:
    (job.project / "first try.py").write_text(NUMPY_ESCAPE)
    finished = job.run("Check", paths="'first try.py'\ndata.py saliency.py\n", format="concise")
    assert finished.returncode == 1
    assert re.findall(r"^(.+?):\d", finished.stdout, re.MULTILINE) == [
        "first try.py",
        "saliency.py",
    ]


def test_options(job: Job) -> None:
    finished = job.run("Check", args="--select TFG2,TFG5 --exit-zero", format="concise")
    assert finished.returncode == 0
    assert re.findall(r"TFG\d+", finished.stdout) == ["TFG201", "TFG501"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("$(touch bad)", ["$(touch", "bad)"]),
        ("`touch bad`", ["`touch", "bad`"]),
        ("; touch bad", [";", "touch", "bad"]),
        ("""'"' && touch bad""", ['"', "&&", "touch", "bad"]),
        ("*.py $HOME ~", ["*.py", "$HOME", "~"]),
    ],
)
def test_inputs_are_not_run(job: Job, text: str, words: list[str]) -> None:
    """They reach the command as they are."""
    job.prints_its_arguments()
    finished = job.run("Check", paths=text, args=text, format=text, sarif_file=text)
    sarif = ["check", *words, "--exit-zero", "--output-format", "sarif", "--output-file", text]
    report = ["check", "--output-format", text, *words]
    assert finished.stdout.splitlines() == [*sarif, "--", *words, *report, "--", *words]
    assert not (job.project / "bad").exists()


def test_a_quote_that_is_not_closed(job: Job) -> None:
    finished = job.run("Check", paths="'data.py")
    assert finished.returncode == 2
    assert "::error::tflintgrad: a quote in the inputs 'args' or 'paths'" in finished.stdout


def test_sarif(job: Job) -> None:
    finished = job.run("Check", sarif_file="a report.sarif", args="--select TFG2")
    assert finished.returncode == 1
    assert finished.stdout.startswith("::error ")
    (run,) = json.loads((job.project / "a report.sarif").read_text())["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["TFG201"]
    assert job.outputs() == {"sarif": "written"}


def test_nothing_is_uploaded_without_a_report(job: Job) -> None:
    finished = job.run("Check", sarif_file="a.sarif", args="--no-such-option")
    assert finished.returncode == 2
    assert not job.written.exists()


def test_verify(job: Job) -> None:
    job.prints_its_arguments()
    finished = job.run("Check", verify="true", paths="data.py")
    assert finished.stdout.splitlines() == ["verify", "--output-format", "github", "--", "data.py"]


def test_a_file_with_the_name_of_an_option(job: Job) -> None:
    """As a pull request may bring it, where `paths` are the changed files."""
    (job.project / "--output-file=data.py").write_text(NUMPY_ESCAPE)
    before = (job.project / "data.py").read_text()
    finished = job.run("Check", paths="--output-file=data.py")
    assert "file=--output-file=data.py," in finished.stdout
    assert (job.project / "data.py").read_text() == before


class TestInstall:
    """With a Python that only writes down what it is asked for."""

    @pytest.fixture
    def asked(self, job: Job) -> Path:
        log = job.temporary / "asked"
        python = job.command.parent / "python"
        python.write_text(
            f'#!/bin/sh\nprintf "%s\\n" "$*" >> "{log}"\n'
            'if [ "$3" = venv ]; then mkdir -p "$5/bin" && cp "$0" "$5/bin/python"; fi\n'
        )
        python.chmod(0o755)
        return log

    @pytest.mark.parametrize(
        ("inputs", "package"),
        [
            ({}, f"{ROOT}"),
            ({"verify": "true"}, f"{ROOT}[verify]"),
            ({"version": "0.1.0"}, "tflintgrad==0.1.0"),
            ({"version": "0.1.0", "verify": "true"}, "tflintgrad[verify]==0.1.0"),
        ],
    )
    def test_what(self, job: Job, asked: Path, inputs: dict[str, str], package: str) -> None:
        finished = job.run("Install tflintgrad", **inputs)
        assert finished.returncode == 0, finished.stderr
        environment, pip = asked.read_text().splitlines()
        assert environment == f"-I -m venv --system-site-packages {job.temporary}/tflintgrad"
        assert pip.startswith("-I -m pip install ")
        assert pip.endswith(f" {package}")
        assert job.outputs() == {"command": f"{job.temporary}/tflintgrad/bin/tflintgrad"}

    def test_neither_true_nor_false(self, job: Job, asked: Path) -> None:
        finished = job.run("Install tflintgrad", verify="yes")
        assert finished.returncode == 2
        assert "the input 'verify' has to be true or false" in finished.stdout
        assert not asked.exists()


@pytest.mark.full
def test_as_a_whole(job: Job) -> None:
    """Really installed, from this repository, and then used."""
    assert job.run("Install tflintgrad").returncode == 0
    job.command = Path(job.outputs()["command"])
    assert job.run("Check").returncode == 1
    (job.project / "new.py").write_text(CLEAN)
    assert job.run("Check", paths="new.py").returncode == 0
