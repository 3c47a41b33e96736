"""What docs/ci.md and the README say about hooks and continuous integration works as they say."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import junitparser
import pytest
import yaml

from tests.support.ci_environment import git, validate
from tests.support.documentation import blocks
from tests.support.paths import ROOT
from tflintgrad.frontends.cli.entry import run

PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
SECTIONS = [
    README.partition(f"### {title}\n")[2].partition("\n### ")[0]
    for title in ("pre-commit", "Continuous integration")
]
# The first line of each block names the file that it is.
SNIPPETS = [block for text in (PAGE, *SECTIONS) for block in blocks(text, "yaml")]
FILES = [(block.partition("\n")[0].removeprefix("# "), block) for block in SNIPPETS]
SCHEMAS = {
    ".github/workflows/tflintgrad.yml": "vendor.github-workflows",
    ".gitlab-ci.yml": "vendor.gitlab-ci",
    "azure-pipelines.yml": "vendor.azure-pipelines",
}
HOOKS_FILE = ".pre-commit-config.yaml"


def strings(value: object) -> Iterator[str]:
    """All texts in what YAML holds."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)


def commands() -> Iterator[str]:
    """Each command once; those of hooks are given files, and run in test_pre_commit.py."""
    found = [
        text
        for name, block in FILES
        if name != HOOKS_FILE
        for text in strings(yaml.safe_load(block))
    ]
    for block in blocks(PAGE, "groovy"):
        found += re.findall(r"sh '\.venv/bin/(tflintgrad [^']*)'", block)
    for text in SECTIONS:
        found += re.findall(r"`(tflintgrad check [^`]*)`", text)
    for text in found:
        yield from (line for line in text.splitlines() if line.startswith("tflintgrad check "))


COMMANDS = list(dict.fromkeys(commands()))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The example project as `src`, on a branch that changed one of its files."""
    shutil.copytree(ROOT / "examples" / "demo_project", tmp_path / "src")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "m")
    git(tmp_path, "update-ref", "refs/remotes/origin/main", "HEAD")
    losses = tmp_path / "src" / "losses.py"
    losses.write_text(losses.read_text().replace(".numpy()", ".numpy() "))
    git(tmp_path, "commit", "--all", "--quiet", "--message", "m")
    return tmp_path


def test_every_way_is_there() -> None:
    assert {name for name, _ in FILES} == {*SCHEMAS, HOOKS_FILE}
    formats = [option(command, "--output-format") for command in COMMANDS]
    assert {"github", "sarif", "gitlab", "azure", "junit"} <= set(formats)


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas(name: str, tmp_path: Path) -> None:
    paths = []
    for number, (file, block) in enumerate(FILES):
        if file == name:
            paths.append(tmp_path / f"{number}.yml")
            paths[-1].write_text(block)
    validate(SCHEMAS[name], *paths)


def test_hooks(tmp_path: Path) -> None:
    """pre-commit reads them, and they name hooks that exist."""
    manifest = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    paths = []
    for number, (file, block) in enumerate(FILES):
        if file == HOOKS_FILE:
            paths.append(tmp_path / f"{number}.yaml")
            paths[-1].write_text(block)
            (source,) = yaml.safe_load(block)["repos"]
            assert {hook["id"] for hook in source["hooks"]} <= {hook["id"] for hook in manifest}
    subprocess.run([sys.executable, "-m", "pre_commit", "validate-config", *paths], check=True)


def test_the_hook_of_your_own_environment_is_ours() -> None:
    """Where the page repeats our hook, it says the same."""
    (ours, _) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    (local,) = [
        source["hooks"][0]
        for name, block in FILES
        if name == HOOKS_FILE
        for source in yaml.safe_load(block)["repos"]
        if source["repo"] == "local"
    ]
    different = {key for key in local if local[key] != ours[key]}
    assert different == {"language"}


def test_inputs_of_the_action() -> None:
    inputs = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["inputs"]
    used = [
        step["with"]
        for name, block in FILES
        if name.startswith(".github/")
        for step in yaml.safe_load(block)["jobs"]["tflintgrad"]["steps"]
        if step.get("uses", "").startswith("tflintgrad/")
    ]
    assert used
    assert all(given.keys() <= inputs.keys() for given in used)
    table = dict(re.findall(r"^\| `([a-z-]+)` \|(.*?)\|", PAGE, re.MULTILINE))
    assert table.keys() == inputs.keys()
    for name, default in table.items():
        assert inputs[name]["default"] == (default.strip(" `") if "`" in default else "")


@pytest.mark.parametrize("command", COMMANDS)
def test_commands(
    command: str, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project)
    assert run(shlex.split(command)[1:]) == (0 if "--exit-zero" in command else 1)
    output = capsys.readouterr().out
    report = option(command, "--output-file")
    if report is not None:
        assert output == ""
        output = (project / report).read_text(encoding="utf-8")
    findings = 1 if "--diff" in command else 4
    assert reported(option(command, "--output-format"), output) == findings


def option(command: str, name: str) -> str | None:
    words = shlex.split(command)
    return words[words.index(name) + 1] if name in words else None


def reported(output_format: str | None, output: str) -> int:
    """How many findings this report has."""
    if output_format == "sarif":
        content: Any = json.loads(output)
        return len(content["runs"][0]["results"])
    if output_format == "gitlab":
        return len(json.loads(output))
    if output_format == "junit":
        return int(junitparser.JUnitXml.fromstring(output.encode()).failures)
    if output_format is None:
        return len(re.findall(r"^\S+:\d+:\d+: TFG", output, re.MULTILINE))
    starts = {"github": "::error ", "azure": "##vso[task.logissue type=error;"}
    return sum(line.startswith(starts[output_format]) for line in output.splitlines())


def test_reports_are_where_they_are_looked_for() -> None:
    """What a snippet uploads is what its command wrote."""
    for block in [*SNIPPETS, *blocks(PAGE, "groovy")]:
        for name in re.findall(r"--output-file (\S+)", block):
            assert len(re.findall(rf"(?<=[ '/]){re.escape(name)}\b", block)) > 1, block
