"""The project itself: style, types, packaging, and that the README tells the truth."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import tflintgrad
from tests.support.paths import ROOT
from tflintgrad.knowledge.rule_page import parse_rule
from tflintgrad.knowledge.rules import RulebookError, rulebook

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")
PACKAGE = ROOT / "tflintgrad"
CODE = ("tflintgrad", "tools", "benchmarks", "tests")


def tool(*arguments: str) -> None:
    finished = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr


class TestCode:
    def test_ruff_check(self) -> None:
        tool("ruff", "check", ".")

    def test_ruff_format(self) -> None:
        tool("ruff", "format", "--check", ".")

    @pytest.mark.slow
    def test_mypy(self) -> None:
        tool("mypy", "--strict")

    def test_imports_point_one_way(self) -> None:
        """The layers of pyproject.toml hold; lazy and typing imports count."""
        script = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
        finished = subprocess.run(
            [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert finished.returncode == 0, finished.stdout

    def test_modules_and_functions_are_short(self) -> None:
        """A module has at most 400 lines, a function at most 50: each has one subject."""
        long = []
        for folder in CODE:
            for file in sorted((ROOT / folder).rglob("*.py")):
                text = file.read_text(encoding="utf-8")
                if text.count("\n") > 400:
                    long.append(str(file))
                for node in ast.walk(ast.parse(text)):
                    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                        length = (node.end_lineno or 0) - node.lineno + 1
                        if length > 50:
                            long.append(f"{file}:{node.lineno}: {node.name}")
        assert not long

    def test_bounds_stand_in_one_module(self) -> None:
        """How far the analysis looks is in limits.py, with its reason, where a test lowers it."""
        numbers = [
            f"{file}: {ast.unparse(node)}"
            for name in ("flow", "checks")
            for file in sorted((PACKAGE / name).rglob("*.py"))
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if any(number > 3 for number in bounds(node))
        ]
        assert not numbers

    def test_ignored_types_have_a_reason(self) -> None:
        """A reason stands behind or above each comment that ignores a type."""
        bare = []
        for file in (file for folder in CODE for file in sorted((ROOT / folder).rglob("*.py"))):
            lines = file.read_text(encoding="utf-8").splitlines()
            for above, line in zip(["", *lines], lines, strict=False):
                _, ignored, reason = line.partition("  # type: " + "ignore[")
                if ignored and "#" not in reason and not above.strip().startswith("#"):
                    bare.append(f"{file}: {line.strip()}")
        assert not bare


def bounds(node: ast.AST) -> list[int]:
    """Return the numbers that bound a loop, a recursion, or the length of something."""
    written: list[ast.expr] = []
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "range":
        written = node.args if len(node.args) == 1 else []
    elif isinstance(node, ast.arguments):
        pairs = zip(reversed(node.args), reversed(node.defaults), strict=False)
        written = [default for argument, default in pairs if argument.arg == "depth"]
    elif isinstance(node, ast.Compare) and ast.unparse(node.left).startswith("len("):
        equal = isinstance(node.ops[0], (ast.Eq, ast.NotEq))
        written = [] if equal else node.comparators
    values = [item.value for item in written if isinstance(item, ast.Constant)]
    return [value for value in values if isinstance(value, int)]


class TestMarks:
    @pytest.mark.parametrize(
        ("selected", "longest"), [((), False), (("-m", "not slow"), False), (("-m", "full"), True)]
    )
    def test_the_longest_run_only_on_request(self, selected: tuple[str], longest: bool) -> None:
        """`make test-fast` says "not slow", which replaces the default of pyproject.toml."""
        file = "tests/robustness/test_first_pass.py"
        command = [sys.executable, "-m", "pytest", "--collect-only", "-q", file, *selected]
        shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        assert ("test_all_cases" in shown) is longest
        assert ("test_some_cases" in shown) is not longest


class TestReadme:
    @pytest.mark.parametrize("command", ["make demo", "make test", "pip install tflintgrad"])
    def test_commands_are_there(self, command: str) -> None:
        assert re.search(rf"^(?:\$ )?{command}", README, re.MULTILINE)

    def test_ci_runs_what_the_readme_says(self) -> None:
        script = ROOT / ".ci" / "run"
        lines = script.read_text(encoding="utf-8").splitlines()
        commands = [line for line in lines if line and not line.startswith("#")]
        assert commands[-1] == "make test"
        assert all(line.startswith(("set ", "cd ")) for line in commands[:-1])
        assert os.access(script, os.X_OK)


class TestDemo:
    PLANTED = frozenset(
        {
            ("layers.py", "best = tf.argmax(scores, axis=-1)", "TFG301"),
            ("losses.py", "values = places.numpy()", "TFG201"),
            ("saliency.py", "return tape.gradient(total, inputs)", "TFG102"),
            (
                "train.py",
                "loss = loss_function(places[part::MICRO_BATCHES], predicted) / MICRO_BATCHES",
                "TFG501",
            ),
        }
    )

    def test_planted_mistakes_are_found(self) -> None:
        folder = Path("examples/demo_project")
        finished = tflintgrad("check", "--output-format=concise", folder, cwd=ROOT)
        found = set()
        for line in finished.stdout.splitlines():
            name, row, _, rest = line.split(":", 3)
            text = (ROOT / name).read_text(encoding="utf-8").splitlines()[int(row) - 1]
            found.add((Path(name).name, text.strip(), rest.split("[")[0].strip()))
        assert found == self.PLANTED
        assert len(finished.stdout.splitlines()) == len(self.PLANTED)


class TestRulebook:
    #: Rules that are right less than nine times out of ten in public code.
    TOO_OFTEN_WRONG = frozenset({"TFG520"})

    def test_every_rule_can_be_read(self) -> None:
        for rule in rulebook().all():
            assert rule.summary
            assert "\n" not in rule.summary
            off = rule.code.startswith("TFG9") or rule.code in self.TOO_OFTEN_WRONG
            assert rule.default is not off

    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            ("", "starts with TOML"),
            ("# heading\n", "starts with TOML"),
            ("+++\ncode = \n+++\n", "Invalid value"),
            ("+++\ncode = 'TFG999'\n+++\n", "lacks effect, fix, help, name"),
        ],
    )
    def test_damaged_rule(self, text: str, complaint: str) -> None:
        with pytest.raises(RulebookError, match=f"x.md: .*{complaint}"):
            parse_rule(text, "x.md", "TFG999", "x")

    def test_front_matter_is_checked(self) -> None:
        front = {
            "code": "TFG999",
            "name": "x",
            "summary": "s",
            "help": "Write `h`",
            "severity": "error",
            "effect": "none",
            "fix": "no",
            "no_fix": "it is a test",
            "since": "0.1",
        }

        def text(**changes: str) -> str:
            pairs = (front | changes).items()
            return "+++\n" + "".join(f'{key} = "{value}"\n' for key, value in pairs) + "+++\nbody\n"

        assert parse_rule(text(), "x.md", "TFG999", "x").body == "body\n"
        wrong = {"severity": "fatal", "name": "y", "extra": "1", "fix": "maybe", "no_fix": ""}
        for key, value in wrong.items():
            with pytest.raises(RulebookError):
                parse_rule(text(**{key: value}), "x.md", "TFG999", "x")


class TestPackaging:
    def test_development_tools_are_listed_once(self) -> None:
        extra = PROJECT["project"]["optional-dependencies"]["dev"]
        assert extra == PROJECT["dependency-groups"]["dev"]

    def test_no_upper_bounds(self) -> None:
        for requirement in PROJECT["project"]["dependencies"]:
            assert "<" not in requirement.partition(";")[0]

    def test_hook_without_files(self, tmp_path: Path) -> None:
        hook = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
        assert "entry: tflintgrad check --force-exclude\n" in hook
        assert tflintgrad("check", cwd=tmp_path).returncode == 0
