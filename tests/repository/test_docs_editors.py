"""The recipes of docs/editors.md: what each editor's pattern makes of what tflintgrad prints.

The patterns are taken from the page. Every one is tried in Python; Vim, Neovim, Emacs and Node
try theirs, too, where they are installed.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.errorformat import as_python, first_match
from tests.support.paths import ROOT
from tests.support.sample_findings import notebook

PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")

# Tabs, letters of two bytes, and one of two UTF-16 code units stand before the finding.
PROGRAM = """\
import tensorflow as tf

größe = tf.Variable(3.0)
with tf.GradientTape() as tape:
\tü, y = "🙂", tf.constant(größe.numpy()) * 2.0
print(tape.gradient(y, größe))
"""
LINE = PROGRAM.split("\n")[4]
FLAGGED = "größe.numpy()"
ROW, COLUMN = 5, LINE.index(FLAGGED) + 1
BEFORE = LINE[: COLUMN - 1]
BYTES, UTF16 = len(BEFORE.encode()) + 1, len(BEFORE.encode("utf-16-le")) // 2 + 1
RULE = "TFG201"


def block(language: str, containing: str) -> str:
    """The one piece of code of the page that is meant."""
    found = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    (code,) = [code for code in found if containing in code]
    return str(code)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a finding in a file and one in a notebook, and `tflintgrad` on the path."""
    folder = tmp_path_factory.mktemp("editors")
    (folder / "my train.py").write_text(PROGRAM, encoding="utf-8", newline="\n")
    (folder / "study.ipynb").write_text(notebook(), encoding="utf-8")
    binaries = folder / "bin"
    binaries.mkdir()
    if sys.platform == "win32":
        script = f'@"{sys.executable}" -m tflintgrad %*\n'
        (binaries / "tflintgrad.cmd").write_text(script)
    else:
        script = f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m tflintgrad "$@"\n'
        (binaries / "tflintgrad").write_text(script)
        (binaries / "tflintgrad").chmod(0o755)
    return folder


def environment(project: Path) -> dict[str, str]:
    path = os.pathsep.join([str(project / "bin"), os.environ["PATH"]])
    package = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PATH": path, "PYTHONPATH": package, "PYTHONUTF8": "1"}


def output(project: Path, command: list[str], stdin: str | None = None) -> str:
    assert command[0] == "tflintgrad"
    finished = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=project,
        env=environment(project),
        input=stdin.encode() if stdin is not None else None,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert finished.returncode == 1, finished.stderr.decode()
    return finished.stdout.decode()


def editor(project: Path, *command: str) -> str:
    """What an editor, started without a screen, prints."""
    finished = subprocess.run(
        command,
        cwd=project,
        env=environment(project) | {"HOME": str(project)},
        capture_output=True,
        check=False,
        timeout=60,
    )
    return finished.stdout.decode() + finished.stderr.decode()


def installed(name: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(name) is None, reason=f"{name} is not installed")


class TestVim:
    SCRIPT = block("vim", "current_compiler")

    def setting(self, name: str) -> str:
        (value,) = re.findall(rf"CompilerSet {name}=(.*)", self.SCRIPT)
        return str(value)

    def test_pattern(self, project: Path) -> None:
        command = shlex.split(self.setting("makeprg").replace("\\ ", " "))
        lines = output(project, [*command, "."]).splitlines()
        patterns = as_python(self.setting("errorformat"))
        in_file, in_cell = (first_match(patterns, line) for line in lines)
        assert in_file is not None
        assert in_file["file"] == "my train.py"
        assert (int(in_file["line"]), int(in_file["column"])) == (ROW, BYTES)
        assert in_file["message"].startswith(RULE)
        assert in_cell is not None
        assert "general" in in_cell.groupdict()

    @installed("vim")
    def test_in_vim(self, project: Path) -> None:
        self.check(project, "vim", "-es", "-u", "NONE", "-i", "NONE", "-N")

    @installed("nvim")
    def test_in_neovim(self, project: Path) -> None:
        self.check(project, "nvim", "-es", "-u", "NONE", "-i", "NONE")

    def check(self, project: Path, *vim: str) -> None:
        compilers = project / "vimfiles" / "compiler"
        compilers.mkdir(parents=True, exist_ok=True)
        (compilers / "tflintgrad.vim").write_text(self.SCRIPT, encoding="utf-8")
        commands = [
            "set encoding=utf-8",
            "set runtimepath^=vimfiles",
            "compiler tflintgrad",
            "silent! make! .",
            "silent! cfirst",
            "let there = [bufname('%'), line('.'), strpart(getline('.'), col('.') - 1)]",
            "call writefile([json_encode([there, getqflist()])], 'quickfix.json')",
            "qall!",
        ]
        printed = editor(project, *vim, *(part for line in commands for part in ("-c", line)))
        result = project / "quickfix.json"
        assert result.exists(), printed
        there, listed = json.loads(result.read_text(encoding="utf-8"))
        result.unlink()
        name, row, text = there
        assert (name, row) == ("my train.py", ROW)
        assert text.startswith(FLAGGED)
        assert [item["lnum"] for item in listed] == [ROW, 0]  # the notebook is shown only
        assert listed[0]["text"].startswith(RULE)
        assert listed[1]["text"].startswith("study.ipynb:cell 3:2:")


class TestNvimLint:
    RECIPE = block("lua", "lint.linters.tflintgrad")

    @property
    def errorformat(self) -> str:
        (found,) = re.findall(r'from_errorformat\("(.*?)"', self.RECIPE)
        return str(found)

    def lines(self, project: Path) -> list[str]:
        (arguments,) = re.findall(r"args = \{(.*?)\n  \}", self.RECIPE, re.DOTALL)
        path = project / "my train.py"
        arguments = re.sub(r"function\(\).*?end", lambda _: json.dumps(str(path)), arguments)
        command = ["tflintgrad", *json.loads(f"[{arguments.strip().rstrip(',')}]")]
        return output(project, command, PROGRAM).splitlines()

    def test_pattern(self, project: Path) -> None:
        (line,) = self.lines(project)
        found = first_match(as_python(self.errorformat), line)
        assert found is not None
        assert found["file"] == str(project / "my train.py")
        assert (int(found["line"]), int(found["column"])) == (ROW, BYTES)
        assert found["message"].startswith(RULE)

    @installed("vim")
    def test_in_vim(self, project: Path) -> None:
        """nvim-lint asks the editor's own function for this."""
        (project / "lines.json").write_text(json.dumps(self.lines(project)), encoding="utf-8")
        commands = [
            "set encoding=utf-8",
            "let lines = json_decode(join(readfile('lines.json')))",
            f"let found = getqflist({{'efm': '{self.errorformat}', 'lines': lines}})",
            "call writefile([json_encode(found.items)], 'items.json')",
            "qall!",
        ]
        vim = ("vim", "-es", "-u", "NONE", "-i", "NONE", "-N")
        editor(project, *vim, *(part for line in commands for part in ("-c", line)))
        (item,) = json.loads((project / "items.json").read_text(encoding="utf-8"))
        assert (item["valid"], item["lnum"], item["col"]) == (1, ROW, BYTES)


def elisp_strings(code: str) -> list[str]:
    """The string literals of a piece of Lisp."""
    found = re.findall(r'"((?:\\.|[^"\\])*)"', code, re.DOTALL)
    return [re.sub(r"\\(.)", lambda m: {"n": "\n"}.get(m[1], m[1]), text) for text in found]


def from_emacs(pattern: str) -> re.Pattern[str]:
    """An Emacs regexp: there, groups have a backslash and parentheses have none."""
    token = re.compile(r"\\([()|{}])|([()|{}])")
    return re.compile(token.sub(lambda m: m[1] or "\\" + m[2], pattern), re.MULTILINE)


def concise(project: Path) -> str:
    path = str(project / "my train.py")
    command = ["tflintgrad", "check", "--output-format", "concise", "--stdin-filename", path, "-"]
    return output(project, command, PROGRAM)


class TestFlymake:
    RECIPE = block("elisp", "python-flymake-command")

    def test_pattern(self, project: Path) -> None:
        command = elisp_strings(self.RECIPE)
        arguments = command[: command.index("-") + 1]
        arguments.insert(-1, str(project / "my train.py"))
        text = output(project, arguments, PROGRAM)
        (tail,) = [item for item in command if "TFG" in item]
        found = from_emacs(f"^{re.escape(str(project / 'my train.py'))}{tail}").search(text)
        assert found is not None
        assert (int(found[1]), int(found[2])) == (ROW, COLUMN)
        assert found[3].startswith(RULE)

    @installed("emacs")
    def test_in_emacs(self, project: Path) -> None:
        """The recipe as it is, with Flymake itself, on a buffer that was changed."""
        (project / "init.el").write_text(self.RECIPE, encoding="utf-8")
        (project / "flymake.el").write_text(
            "(prefer-coding-system 'utf-8)\n"
            "(require 'flymake) (require 'python)\n"
            '(load (expand-file-name "init.el"))\n'
            '(find-file "my train.py")\n'
            '(goto-char (point-min)) (insert "\\n") (flymake-start)\n'
            "(let ((tries 300))\n"
            "  (while (and (> tries 0) (null (flymake-diagnostics)))\n"
            "    (accept-process-output nil 0.1) (setq tries (1- tries))))\n"
            "(dolist (found (flymake-diagnostics))\n"
            '  (princ (format "%d|%s|%s\\n"\n'
            "    (line-number-at-pos (flymake-diagnostic-beg found))\n"
            "    (buffer-substring (flymake-diagnostic-beg found) (point-max))\n"
            "    (flymake-diagnostic-text found))))\n"
            "(set-buffer-modified-p nil)\n",
            encoding="utf-8",
        )
        printed = editor(project, "emacs", "--batch", "-Q", "-l", "./flymake.el")
        assert f"{ROW + 1}|{FLAGGED}" in printed
        assert f"|{RULE}[numpy-escape]" in printed


class TestFlycheck:
    RECIPE = block("elisp", "flycheck-define-checker")
    #: What Flycheck's own names stand for.
    FORMS = (
        (r"line-start", "^"),
        (r"line-end", "$"),
        (r"\(file-name\)", "(?P<file>.+?)"),
        (r"\(one-or-more digit\)", r"\\d+"),
        (r"\(one-or-more not-newline\)", ".+"),
        (r"\(id (.*?)\)(?= \(message)", r"(?P<id>\1)"),
        (r"\(message (.*?)\)(?=\s)", r"(?P<message>\1)"),
        (r"\bline\b(?!-)", r"(?P<line>\\d+)"),
        (r"\bcolumn\b", r"(?P<column>\\d+)"),
    )

    def test_pattern(self, project: Path) -> None:
        (form,) = re.findall(r"\(\(warning (.*?)\)\)\n  :modes", self.RECIPE, re.DOTALL)
        for lisp, python in self.FORMS:
            form = re.sub(lisp, python, form)
        # What is left are strings, and blanks between all of it.
        form = re.sub(r'"([^"]*)"|\s+', lambda part: part[1] or "", form)
        found = re.fullmatch(form, concise(project).rstrip("\n"))
        assert found is not None, form
        assert (int(found["line"]), int(found["column"])) == (ROW, COLUMN)
        assert found["id"] == RULE
        assert found["file"] == str(project / "my train.py")

    def test_command(self) -> None:
        (command,) = re.findall(r":command \((.*?)\)", self.RECIPE, re.DOTALL)
        words = [word.strip('"') for word in command.split()]
        assert words == [
            *("tflintgrad", "check", "--output-format", "concise"),
            *("--stdin-filename", "source-original", "-"),
        ]


class TestCompile:
    RECIPE = block("elisp", "compilation-error-regexp-alist")

    def test_pattern(self, project: Path) -> None:
        (pattern,) = elisp_strings(self.RECIPE)
        text = output(project, ["tflintgrad", "check", "--output-format", "concise", "."])
        (found,) = from_emacs(pattern).finditer(text)  # and none for the notebook
        assert found.groups() == ("my train.py", str(ROW), str(COLUMN))
        assert from_emacs(pattern).search("C:\\x\\a.py:5:3: TFG201[numpy-escape] words")

    @installed("emacs")
    def test_in_emacs(self, project: Path) -> None:
        (project / "init.el").write_text(self.RECIPE, encoding="utf-8")
        (project / "compile.el").write_text(
            "(prefer-coding-system 'utf-8)\n"
            '(require \'compile) (load (expand-file-name "init.el"))\n'
            '(find-file "my train.py")\n'
            "(setq compilation-error-regexp-alist '(tflintgrad))\n"
            '(compile "tflintgrad check --output-format concise .")\n'
            '(while (get-buffer-process "*compilation*") (accept-process-output nil 0.1))\n'
            "(next-error)\n"
            '(princ (format "%d|%s" (line-number-at-pos)\n'
            "  (buffer-substring (point) (point-max))))\n",
            encoding="utf-8",
        )
        printed = editor(project, "emacs", "--batch", "-Q", "-l", "./compile.el")
        assert f"{ROW}|{FLAGGED}" in printed


class TestVsCode:
    TASK = json.loads(block("json", "problemMatcher"))["tasks"][0]
    PATTERN = TASK["problemMatcher"]["pattern"]

    def text(self, project: Path) -> str:
        return output(project, [self.TASK["command"], *self.TASK["args"]])

    def expect(self, groups: list[str]) -> None:
        found = {name: groups[number] for name, number in self.PATTERN.items() if name != "regexp"}
        assert found["file"] == "my train.py"
        assert (int(found["line"]), int(found["column"])) == (ROW, UTF16)
        assert found["code"] == RULE
        assert found["message"].startswith("`.numpy()` leaves TensorFlow")

    def test_pattern(self, project: Path) -> None:
        lines = self.text(project).splitlines()
        matches = [re.fullmatch(self.PATTERN["regexp"], line, re.ASCII) for line in lines]
        assert len(matches) == 2
        assert matches[0] is not None
        assert matches[1] is None  # the cell of the notebook
        self.expect([matches[0][0], *matches[0].groups()])
        assert re.fullmatch(self.PATTERN["regexp"], "C:\\x\\a.py:5:3: TFG201[a-b] words")

    @installed("node")
    def test_in_node(self, project: Path) -> None:
        (project / "output.txt").write_text(self.text(project), encoding="utf-8", newline="\n")
        script = (
            "const text = require('fs').readFileSync('output.txt', 'utf8');"
            f"const pattern = new RegExp({json.dumps(self.PATTERN['regexp'])});"
            "console.log(JSON.stringify(text.trimEnd().split('\\n').map(l => pattern.exec(l))));"
        )
        in_file, in_cell = json.loads(editor(project, "node", "-e", script))
        assert in_cell is None
        self.expect(in_file)


class TestPyCharm:
    def field(self, name: str) -> str:
        (value,) = re.findall(rf"^\| {name} \| `(.*)` \|$", PAGE, re.MULTILINE)
        return str(value)

    def test_pattern(self, project: Path) -> None:
        path = str(project / "my train.py")
        arguments = [a.replace("$FilePath$", path) for a in self.field("Arguments").split()]
        (line,) = output(project, [self.field("Program"), *arguments]).splitlines()
        pattern = re.escape(self.field("Output filters"))
        for macro, meaning in {
            "FILE_PATH": r"((?:[A-Za-z]:)?[^:]+)",
            "LINE": r"(\d+)",
            "COLUMN": r"(\d+)",
            "MESSAGE": "(.*)",
        }.items():
            pattern = pattern.replace(re.escape(f"${macro}$"), meaning)
        found = re.fullmatch(pattern, line)
        assert found is not None
        assert Path(found[1]) == Path(path)
        assert (int(found[2]), int(found[3])) == (ROW, UTF16)
        assert found[4].startswith(RULE)


def test_columns_are_different() -> None:
    """Otherwise none of this would prove anything."""
    assert len({COLUMN, BYTES, UTF16}) == 3
