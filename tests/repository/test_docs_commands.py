"""Every command that the documentation shows does what it says, and every program in it runs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from benchmarks.bench import parser
from tests.repository.test_quality import PROJECT
from tests.support.command_line import tflintgrad
from tests.support.documentation import PAGES, blocks, commands_of, name_of
from tests.support.git_repositories import branched
from tests.support.paths import ROOT
from tests.support.small_programs import NUMPY_ESCAPE
from tflintgrad.frontends.cli.entry import cli, run
from tools import release_check
from tools.site.sources import REPOSITORY

BLOCKS = {
    f"{name_of(page)}-{number}": commands_of(block)
    for page in PAGES
    for number, block in enumerate(blocks(page.read_text(encoding="utf-8"), "console"), start=1)
}
TEXTS = [pytest.param(page.read_text(encoding="utf-8"), id=name_of(page)) for page in PAGES]
LIBRARY = [
    pytest.param(block, id=f"{name_of(page)}-{number}")
    for page in PAGES
    if page.name != "adoption.md"  # its program has a test of its own
    for number, block in enumerate(blocks(page.read_text(encoding="utf-8"), "python"), start=1)
    if "import tflintgrad" in block
]

# The fast test looks only at the options of these: `test_verify` runs them, on TensorFlow.
WITH_TENSORFLOW = {"verify"}
VERIFYING = sorted(
    {
        tuple(words)
        for commands in BLOCKS.values()
        for words in commands
        if words[0] == "tflintgrad" and words[1] in WITH_TENSORFLOW
    }
)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo project in a repository: on a branch, with a new file and a stale comment."""
    folder = tmp_path_factory.mktemp("documented") / "project"
    shutil.copytree(ROOT / "examples" / "demo_project", folder)
    (folder / "pyproject.toml").write_text("[tool.tflintgrad]\n")
    (folder / "src").mkdir()
    (folder / "src" / "train.py").write_text(NUMPY_ESCAPE + "print(x)  # noqa: TFG3\n")
    branched(folder)
    (folder / "src" / "new.py").write_text(NUMPY_ESCAPE)
    return folder


@pytest.fixture
def project(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    shutil.copytree(template, folder)
    monkeypatch.chdir(folder)
    return folder


def test_there_are_commands() -> None:
    assert len(BLOCKS) > 12
    assert len(LIBRARY) > 1
    assert ("tflintgrad", "verify", "train.py") in VERIFYING


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("commands", BLOCKS.values(), ids=BLOCKS)
def test_commands(commands: list[list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    """The commands of a block, one after the other, as a reader would type them."""
    for program, *arguments in commands:
        if program == "tflintgrad":
            parse(arguments)
            if arguments[0] not in WITH_TENSORFLOW:
                succeeds(arguments, capsys)
        else:
            PREPARATIONS[program](arguments)


def succeeds(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code = run(arguments)
    printed = capsys.readouterr()
    reports = arguments[0] in ("check", "graph")  # 1 means findings, and nothing else
    assert code in ((0, 1) if reports else (0,)), f"{arguments}: {printed.err}"
    assert not re.search(r"^(Error|Warning|Traceback)\b", printed.err, re.MULTILINE), arguments
    written = [
        Path(arguments[n + 1]) for n, word in enumerate(arguments) if word == "--output-file"
    ]
    if written:
        assert all(path.stat().st_size for path in written)
    else:
        assert printed.out or printed.err, arguments


def parse(arguments: list[str]) -> None:
    """Let click read a command, without doing it: options, values and the number of arguments."""
    root = click.Context(cli, info_name="tflintgrad", **cli.context_settings)
    command = cli.get_command(root, arguments[0])
    assert command, f"there is no command {arguments[0]}"
    command.make_context(arguments[0], arguments[1:], parent=root)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(words, marks=() if words[2:] == ("train.py",) else pytest.mark.full)
        for words in VERIFYING
    ],
    ids=" ".join,
)
def test_verify(words: tuple[str, ...], project: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment["PATH"] = str(Path(sys.executable).parent) + os.pathsep + os.environ["PATH"]
    finished = tflintgrad(*words[1:], cwd=project, environment=environment)
    assert finished.returncode == 1, finished.stderr
    # The mistake in train.py is a wrong number, which cannot be told by watching.
    assert ("inconclusive" if "--run" in words else "confirmed") in finished.stdout


class TestPreparations:
    """Lines that fetch or build something are not run: what they name has to exist."""

    def test_a_misspelt_target(self) -> None:
        with pytest.raises(AssertionError):
            make(["dmeo"])

    def test_a_misspelt_extra(self) -> None:
        with pytest.raises(AssertionError):
            pip(["install", "tflintgrad[sever]"])


def make(arguments: list[str]) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in (word for word in arguments if "=" not in word):
        assert re.search(rf"^{re.escape(target)}:", makefile, re.MULTILINE), target


def pip(arguments: list[str]) -> None:
    install, requirement = arguments
    found = re.fullmatch(r"tflintgrad(?:\[(\w+)\])?", requirement)
    assert install == "install"
    if requirement in ("tensorflow", "pre-commit"):
        return
    assert found, requirement
    assert found[1] is None or found[1] in PROJECT["project"]["optional-dependencies"]


def git(arguments: list[str]) -> None:
    assert arguments in (["clone", REPOSITORY], ["init"])


def pre_commit(arguments: list[str]) -> None:
    assert arguments == ["install"]


def cd(arguments: list[str]) -> None:
    assert arguments == ["tflintgrad"]  # what the clone above made


def python(arguments: list[str]) -> None:
    script, *rest = arguments
    if script == "-m":
        assert rest[0] == "tools.release_check"
        release_check.parser().parse_args(rest[1:])
    else:
        assert script == "benchmarks/bench.py"
        parser().parse_args(rest)


def with_plugin(arguments: list[str]) -> None:
    """`pytest --tflintgrad`, which tests/behaviour/test_testing.py runs."""
    assert arguments == ["--tflintgrad"]


def code(arguments: list[str]) -> None:
    install, package = arguments
    assert install == "--install-extension"
    manifest = (ROOT / "editors" / "vscode" / "package.json").read_text(encoding="utf-8")
    assert package.removeprefix("editors/vscode/") in manifest


PREPARATIONS = {
    "code": code,
    "make": make,
    "pip": pip,
    "git": git,
    "pre-commit": pre_commit,
    "cd": cd,
    "python": python,
    "pytest": with_plugin,
}


@pytest.mark.parametrize("text", TEXTS)
def test_commands_in_sentences(text: str) -> None:
    """`tflintgrad check --fix` in a sentence: the command and its options exist."""
    root = click.Context(cli, info_name="tflintgrad", **cli.context_settings)
    for command, rest in re.findall(r"`tflintgrad ([a-z]+)\b([^`]*)`", text):
        found = cli.get_command(root, command)
        assert found, f"there is no command {command}"
        known = {option for p in found.params for option in (*p.opts, *p.secondary_opts)}
        own = rest.partition(" -- ")[0]
        assert set(re.findall(r"(?<!\S)--?[a-z][a-z-]*", own)) <= known | {"--help"}, rest


@pytest.mark.parametrize("program", LIBRARY)
def test_programs(program: str, project: Path) -> None:
    finished = subprocess.run(
        [sys.executable, "-c", program],
        cwd=project,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert finished.returncode == 0, finished.stderr


class TestOptionsPage:
    TEXT = (ROOT / "docs" / "options.md").read_text(encoding="utf-8")

    def documented(self, command: str) -> set[str]:
        section = self.TEXT.partition(f"## Options of `{command}`\n")[2].partition("\n## ")[0]
        cells = re.findall(r"^\| (`.*?`) \|(?! \|)", section, re.MULTILINE)
        return {option for cell in cells for option in re.findall(r"`(--?[a-z][a-z-]*)", cell)}

    def existing(self, command: str) -> list[set[str]]:
        """The names of each option that `--help` shows."""
        found = cli.get_command(click.Context(cli), command)
        assert found
        return [
            {*option.opts, *option.secondary_opts}
            for option in found.params
            if isinstance(option, click.Option) and not option.hidden
        ]

    def test_check(self) -> None:
        options = self.existing("check")
        assert self.documented("check") <= set().union(*options)
        assert [names for names in options if not names & self.documented("check")] == []

    def test_verify(self) -> None:
        options = self.existing("verify")
        documented = self.documented("check") | self.documented("verify")
        assert self.documented("verify") <= set().union(*options)
        assert [names for names in options if not names & documented] == []
