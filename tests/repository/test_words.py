"""The words of docstrings, comments and Markdown: named subjects, whole sentences.

Ruff's D rules check the form of docstrings; these tests check what ruff cannot.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.paths import ROOT

#: Python code whose docstrings and comments are checked.
CODE = (
    *(ROOT / "tflintgrad").rglob("*.py"),
    *(ROOT / "tools").rglob("*.py"),
    *(ROOT / "benchmarks").rglob("*.py"),
    *(ROOT / "tests" / "support").rglob("*.py"),
    ROOT / "tests" / "conftest.py",
    ROOT / "hatch_build.py",
)
#: Markdown pages whose prose is checked.
PAGES = (
    *ROOT.glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / "rules").glob("*.md"),
    *(ROOT / "examples").rglob("*.md"),
    ROOT / "tests" / "README.md",
)

#: Pronouns that hide who acts: the caller, the user, the program, the interpreter.
PRONOUNS = re.compile(r"\b(?:nobody|somebody|whoever|anybody|everybody)\b", re.IGNORECASE)
#: First words of a docstring that is a fragment or a question instead of a sentence.
FRAGMENTS = re.compile(r"(?:What|Whether|Who|Those|The same|Of|Is|Are|Does|Do|Has|Can|Where)\b")
#: First words of a function's docstring that are no verbs; "True if …" counts as one.
NO_VERBS = re.compile(
    r"(?:A|About|After|All|An|Any|As|At|Before|Both|By|Each|Every|Everything|For|From|How|If|In|It"
    r"|Its|Like|No|None|Not|Nothing|Of|On|One|Only|Or|Other|Others|Out|Past|Several|So|Some|Such"
    r"|That|The|Their|There|These|They|This|To|Two|Under|Until|Up|When|Which|Why|With|Without)\b"
    r"|\w+[^su]s\b"  # Returns, Yields
)
#: Statements that can be followed by the description of an attribute, as a bare string.
ASSIGNMENTS = (ast.Assign, ast.AnnAssign)


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield all docstrings with their lines, those of attributes included."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            before: ast.stmt | None = None
            for statement in node.body:
                text = string_of(statement)
                if text is not None and (before is None or isinstance(before, ASSIGNMENTS)):
                    yield statement.lineno, text
                before = statement


def of_functions(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the docstrings of functions and methods; a property may be a noun, as an attribute."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and not is_property(node):
            found = ast.get_docstring(node)
            if found is not None:
                yield node.lineno, found


def is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    names = (ast.unparse(decorator) for decorator in node.decorator_list)
    return any(name.endswith("property") for name in names)


def string_of(statement: ast.stmt) -> str | None:
    """Return the text of a statement that is a string."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        text = statement.value.value
        return text if isinstance(text, str) else None
    return None


def comments(text: str) -> Iterator[tuple[int, str]]:
    """Yield all comments with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def prose(markdown: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a page outside fenced blocks, without inline code and quoted words."""
    fenced = False
    for row, line in enumerate(markdown.splitlines(), start=1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield row, re.sub(r'`[^`]*`|"[^"]*"', "", line)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", sorted(CODE), ids=name_of)
def test_docstrings_and_comments(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    functions = of_functions(tree)
    wrong = [f"line {row}: {found}" for row, found in functions if NO_VERBS.match(found)]
    texts = list(docstrings(tree))
    wrong += [f"line {row}: {found}" for row, found in texts if FRAGMENTS.match(found)]
    texts += comments(text)
    wrong += [f"line {row}: {found}" for row, found in texts if PRONOUNS.search(found)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", sorted(PAGES), ids=name_of)
def test_markdown(path: Path) -> None:
    lines = prose(path.read_text(encoding="utf-8"))
    wrong = [f"line {row}: {line}" for row, line in lines if PRONOUNS.search(line)]
    assert not wrong, "\n".join(wrong)
