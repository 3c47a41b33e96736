"""`tflintgrad completion`, tried in the shells that are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command_line import tflintgrad
from tests.support.paths import ROOT

# What each shell does with a word and the tab key; it prints what could be meant.
BASH = """\
eval "$(tflintgrad completion bash)"
COMP_WORDS=({words}) COMP_CWORD={last}
_tflintgrad_completion tflintgrad
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
FISH = """\
tflintgrad completion fish | source
complete --do-complete '{line}'
"""
# What the function of zsh hands on to is there in an interactive shell only.
ZSH = """\
compdef() {{ }}
compadd() {{ print -rl -- ${{(P)@[-1]}} }}
_describe() {{ print -rl -- ${{(P)3}} }}
eval "$(tflintgrad completion zsh)"
words=({words}) CURRENT={last}+1
_tflintgrad_completion
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """With a `tflintgrad` on the path that is this one."""
    program = tmp_path / "tflintgrad"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tflintgrad "$@"\n')
    program.chmod(0o755)
    path = os.pathsep.join((str(tmp_path), os.environ["PATH"]))
    python_path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PATH": path, "PYTHONPATH": python_path, "HOME": str(tmp_path)}


def completed(shell: str, line: str, environment: dict[str, str]) -> str:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    words = line.split(" ")
    quoted = " ".join(f"'{word}'" for word in words)
    template = {"bash": BASH, "fish": FISH, "zsh": ZSH}[shell]
    program = template.format(words=quoted, last=len(words) - 1, line=line)
    finished = subprocess.run(
        [shell, "-c", program],
        env=environment,
        cwd=environment["HOME"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert finished.stderr == ""
    return finished.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="other shells")
@pytest.mark.parametrize("shell", ["bash", "fish", "zsh"])
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("tflintgrad expl", "explain"),
        ("tflintgrad check --output-f", "--output-format"),
        ("tflintgrad check --output-format conc", "concise"),
        ("tflintgrad check --select TFG20", "TFG207"),
        ("tflintgrad explain numpy-esc", "numpy-escape"),
    ],
)
def test_shell(shell: str, line: str, expected: str, environment: dict[str, str]) -> None:
    assert expected in completed(shell, line, environment)


@pytest.mark.skipif(sys.platform == "win32", reason="other shells")
@pytest.mark.parametrize("shell", ["bash", "zsh"])  # click's script for fish ends at a comma
def test_list(shell: str, environment: dict[str, str]) -> None:
    found = completed(shell, "tflintgrad check --select TFG301,TFG20", environment)
    assert "TFG301,TFG207" in found


@pytest.mark.parametrize("shell", ["bash", "fish", "zsh"])
def test_every_script_asks_the_program(shell: str) -> None:
    finished = tflintgrad("completion", shell)
    assert finished.returncode == 0
    assert f"_TFLINTGRAD_COMPLETE={shell}_complete" in finished.stdout


def test_unknown_shell() -> None:
    finished = tflintgrad("completion", "tcsh")
    assert finished.returncode == 2
    assert "'bash', 'fish', 'powershell', 'zsh'" in finished.stderr


class TestPowerShell:
    """The program's half of the agreement: there is no PowerShell on most test machines."""

    def completed(self, words: str, incomplete: str) -> list[str]:
        variables = {
            "_TFLINTGRAD_COMPLETE": "powershell_complete",
            "_TFLINTGRAD_WORDS": words,
            "_TFLINTGRAD_INCOMPLETE": incomplete,
        }
        finished = tflintgrad(environment={**os.environ, **variables})
        assert finished.stderr == ""
        return finished.stdout.splitlines()

    def test_options_with_their_help(self) -> None:
        lines = self.completed("tflintgrad\ncheck", "--show")
        assert [line.partition("\t")[0] for line in lines] == ["--show-files", "--show-settings"]
        assert all(line.partition("\t")[2] for line in lines)

    def test_rules(self) -> None:
        lines = self.completed("tflintgrad\nexplain", "TFG20")
        assert "TFG201\tnumpy-escape" in lines

    def test_files_are_left_to_the_shell(self) -> None:
        assert self.completed("tflintgrad\ncheck", "tra") in ([], [""])

    def test_script(self) -> None:
        script = tflintgrad("completion", "powershell").stdout
        assert script.startswith("Register-ArgumentCompleter -Native -CommandName tflintgrad ")
        assert script.count("{") == script.count("}")

    def test_in_powershell(self, environment: dict[str, str]) -> None:
        shell = shutil.which("pwsh") or shutil.which("powershell")
        if shell is None:
            pytest.skip("PowerShell is not installed")
        program = (
            "tflintgrad completion powershell | Out-String | Invoke-Expression; "
            "(TabExpansion2 'tflintgrad check --show' 23).CompletionMatches.CompletionText"
        )
        finished = subprocess.run(
            [shell, "-NoProfile", "-Command", program],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        assert finished.stdout.split() == ["--show-files", "--show-settings"]
