"""What is known of TensorFlow stands in `rules/`: code names roles, behaviours and kinds."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.support.paths import ROOT
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.facts import Facts
from tflintgrad.knowledge import (
    function_options,
    keras_constructors,
    keras_hooks,
    queries,
    roles,
    shape_rules,
    variable_lists,
    words,
)
from tflintgrad.knowledge.signatures import read_entries

PACKAGE = ROOT / "tflintgrad"
#: `verify` runs programs on TensorFlow and calls its functions; what it knows of them is data, too.
FILES = [file for file in sorted(PACKAGE.rglob("*.py")) if file.parent.name != "knowledge"]
#: Arguments of a real call that the observer takes where there are no tables.
WITHOUT_TABLES = {"tflintgrad/verify/observer/in_process/compile_lines.py: loss"}
#: Library models of Python's own functions and containers, whose parameters are Python's.
OF_PYTHON = {"builtins.py", "containers.py", "named_tuples.py"}

LISTED = [*queries.entries(), *read_entries("methods.txt"), *keras_hooks.entries()]
OPS = {
    *re.findall(r"^([\w.]+)(?=[ (])", (ROOT / "rules" / "ops.txt").read_text(), re.MULTILINE),
    *(name.removesuffix("?").removesuffix("*") for _, name in roles.listed()),
}
METHODS = {entry.name for entry in LISTED if entry.receivers}
METHODS |= {*variable_lists.attributes(*variable_lists.LISTS, *variable_lists.SINGLE)}
ROLES_OF_PARAMETERS = {
    role for e in LISTED if e.signature is not None for role in e.signature.slots
}
ROLES_OF_OPTIONS = {
    *function_options.options(),
    *(role for signature in keras_constructors.signatures().values() for role in signature.slots),
}
#: Words of our own that happen to be names of TensorFlow as well.
OWN = (
    {entry.behaviour for entry in LISTED}
    | {role for role, _ in roles.listed()}
    | {kind.name for kind in vars(kinds).values() if isinstance(kind, kinds.Kind)}
    | {*Facts.__annotations__}
    | ROLES_OF_PARAMETERS
    | ROLES_OF_OPTIONS
)

#: Names of methods that code spells for another reason.
OTHER_MEANINGS = {
    "cache": "a stage of a run",
    "call": "a group of a regular expression; the observer runs where there are no tables",
    "close": "a magic of IPython",
    "device": "a field of reports",
    "handle": "an attribute of real variables in a run",
    "numpy": "the module",
    "output": "a key of the configuration",
    "rank": "an attribute of real shapes in a run",
    "reset": "a template in rules/code-templates.txt",
    "result": "a heading",
    "run": "an origin of verdicts",
    "split": "a method of Python's strings",
    "summary": "a field of rules",
    "write": "a template in rules/code-templates.txt",
}
#: Names of classes and functions that code spells for another reason.
OTHER_WORDS = {
    "Variable": "TensorFlow's name for a variable without a name, in a run",
    **dict.fromkeys(
        ("GradientTape", "Model"), "classes that the observer changes; no tables there"
    ),
    "dense_shape": "an attribute of real slices in a run",
    **dict.fromkeys(("Exit", "Print", "Where"), "English words in help texts"),
    "ReLU": "a word of messages",
    "Shape": "a class of our own",
}


def test_ops() -> None:
    """What the package knows of single ops is in rules/ops.txt and rules/roles.txt."""
    assert not [
        f"{place}: {word}"
        for place, text in literals(FILES)
        for word in text.split()
        if "." in word and word in OPS
    ]


def test_methods() -> None:
    """A string that is the name of a method is a role or behaviour, or has another meaning."""
    named = {
        place: text
        for place, text in literals(FILES)
        if text in METHODS - OWN and not is_protocol(text)
    }
    assert {place: word for place, word in named.items() if word not in OTHER_MEANINGS} == {}
    assert set(named.values()) == set(OTHER_MEANINGS), "an exception that nothing needs"


def test_words_inside_strings() -> None:
    """Patterns and longer strings hide no name either: words with a capital or an underscore."""
    last = {name.rpartition(".")[2] for name in OPS}
    telling = {name for name in METHODS | last if is_telling(name)} - OWN
    named = {
        f"{place}: {word}": word
        for place, text in literals(FILES)
        for word in re.findall(r"\w+", re.sub(r"`[^`]*`", "", text))
        if word in telling and not is_protocol(word)
    }
    assert {place for place, word in named.items() if word not in OTHER_WORDS} == set()
    assert set(named.values()) == set(OTHER_WORDS), "an exception that nothing needs"


def test_arguments_are_asked_for_by_role() -> None:
    """No code takes an argument of a library's function by its keyword."""
    found = []
    for file in FILES:
        if file.name not in OF_PYTHON:
            for node in nodes_of(file):
                keyword = keyword_of(node)
                if keyword:
                    found.append(f"{file.relative_to(ROOT)}: {keyword}")
    assert set(found) == WITHOUT_TABLES


def test_roles_are_in_the_tables() -> None:
    """Each role that code asks for is one of some parameter, option, hook or word."""
    unknown = []
    for file in FILES:
        if file.is_relative_to(PACKAGE / "frontends"):  # click has options as well
            continue
        for node in nodes_of(file):
            for known, role in asked(node):
                if role not in known:
                    unknown.append(f"{file.relative_to(ROOT)}: {role}")
    assert not unknown


def test_every_meaning_of_words_is_used() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in FILES)
    assert [meaning for meaning in words.meanings() if f'"{meaning}"' not in text] == []


def keyword_of(node: ast.AST) -> str:
    """Return the keyword under which an expression takes an argument of a call, if it does."""
    if isinstance(node, ast.Subscript) and is_keywords(node.value):
        return text_of(node.slice)
    if isinstance(node, ast.Compare) and any(map(is_keywords, node.comparators)):
        return text_of(node.left)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return ""
    if node.func.attr == "get" and is_keywords(node.func.value) and node.args:
        return text_of(node.args[0])
    by_position = node.func.attr == "get" and len(node.args) == 2
    position = node.args[0] if by_position else None
    is_number = isinstance(position, ast.Constant) and isinstance(position.value, int | None)
    return text_of(node.args[1]) if is_number else ""


def is_keywords(node: ast.AST) -> bool:
    if isinstance(node, ast.Name):
        return node.id in ("keywords", "kwargs")
    return isinstance(node, ast.Attribute) and node.attr == "keywords"


def asked(node: ast.AST) -> Iterator[tuple[set[str], str]]:
    """Yield the roles that a call asks for, with those that there are."""
    if not isinstance(node, ast.Call) or not node.args:
        return
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    name = node.func.id if isinstance(node.func, ast.Name) else name
    behaviours = {entry.behaviour for entry in keras_hooks.entries()}
    tables: dict[str, tuple[set[str], list[ast.expr]]] = {
        "passed": (ROLES_OF_PARAMETERS, node.args[:1]),
        "option": (ROLES_OF_OPTIONS, node.args[:1]),
        "option_of": (ROLES_OF_OPTIONS, node.args[1:]),
        "constant_option": (ROLES_OF_OPTIONS, node.args[1:]),
        "hook": (behaviours, node.args),
        "hooks": (behaviours, node.args),
        "states": ({*words.meanings()}, node.args[1:]),
    }
    known, arguments = tables.get(name, (set[str](), []))
    for argument in arguments:
        if text_of(argument):
            yield known, text_of(argument)


def test_shape_rules_name_parameters() -> None:
    """Rules read parameters of the table, of constructors, or options by role."""
    named = [
        name
        for file in (PACKAGE / "flow" / "properties").rglob("*.py")
        for name in re.findall(r"\.argument\(\"(\w+)\"", file.read_text(encoding="utf-8"))
    ]
    assert named
    assert set(named) <= ROLES_OF_PARAMETERS | ROLES_OF_OPTIONS
    assert shape_rules.shape_rule("keras.layers.Dense") == ("dense", "units")


@cache
def nodes_of(file: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


def text_of(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def is_protocol(name: str) -> bool:
    """True for `__init__`: the protocols are Python's."""
    return name.startswith("__") and name.endswith("__")


def is_telling(name: str) -> bool:
    is_class = name[:1].isupper() and len(name) > 3 and not name.isupper()
    return is_class or "_" in name.strip("_")


def literals(files: list[Path]) -> Iterator[tuple[str, str]]:
    """Yield all strings in modules, with their places: neither docstrings nor `__slots__`."""
    for file in files:
        nodes = nodes_of(file)
        skipped = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__slots__":
                skipped |= {id(item) for item in ast.walk(node.value)}
        for node in nodes:
            if isinstance(node, ast.Constant) and id(node) not in skipped:
                value = node.value
                if isinstance(value, bytes):
                    value = value.decode("latin-1")
                if isinstance(value, str):
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", value
