"""Reproductions by slicing: the program's statements that lead to one query, and no others.

A program can be sliced if it runs on its own: its top-level statements reach the query, and it
neither imports nor reads anything that other machines lack.
"""

from __future__ import annotations

import re

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import Problem
from tflintgrad.diagnostics import Finding, Span
from tflintgrad.flow.domain.queries import Query
from tflintgrad.knowledge import words
from tflintgrad.source.syntax.bindings import bindings_of, first_name
from tflintgrad.source.syntax.spans import find_spans
from tflintgrad.source.syntax.walk import names_in, nodes_in
from tflintgrad.verify.repro.found_again import Wanted, reproduction_of, without_comment
from tflintgrad.verify.repro.heading import heading, outcome
from tflintgrad.verify.repro.reduction import reduced
from tflintgrad.verify.repro.result import NotReproducible, Reproduction
from tflintgrad.verify.repro.user_module import UserModule, code

Statement = cst.SimpleStatementLine | cst.BaseCompoundStatement

#: Functions that do not change their arguments.
_PURE = {"print", "float", "len", "str"}
#: Functions of libraries that read files.
_READING = words.pattern_of("reads_files")
#: Sources of data that other machines lack, by the verb that a message uses for them.
_EXTERNAL_DATA = {
    "calls": re.compile(
        # The builtin `input`, not `model.input` or a parameter of that name.
        rf"\b(open|(?<!\.)input(?=\()|{_READING})\b"
    ),
    "uses": re.compile(r"\btfds\b"),
    "reads": re.compile(r"\bsys\.argv\b|\bos\.environ\b"),
}


def reproduce(
    finding: Finding,
    problem: Problem,
    tree: cst.Module,
    origin: Finding | None = None,
    version: str = "",
) -> Reproduction:
    """Return the slice that leads to a finding's query; raise NotReproducible if there is none.

    `origin` is the same finding in the file that the reader knows, if `tree` was put together.
    """
    slicing = Slice(tree)
    last = slicing.end(finding, problem)
    statements = slicing.needed(last)
    rows = sum(len(code(statement).splitlines()) for statement in statements)
    if rows > limits.MAX_REDUCED_LINES:
        raise NotReproducible(f"{rows} lines lead to the query, which is not a small program")
    slicing.check(statements)
    statements.sort(key=lambda statement: not _is_import(statement))
    script = _reduced(_script(finding, slicing, statements, origin or finding), finding, version)
    rows = script.text.count("\n")
    if rows > limits.MAX_SLICE_LINES:
        raise NotReproducible(f"{rows} lines lead to the query, which is not a small program")
    return script


def _reduced(script: Reproduction, finding: Finding, version: str) -> Reproduction:
    """Return the script without what nothing in it uses, as long as the finding is in it."""
    lines = script.text.split("\n")
    line = without_comment(lines[script.cut_row - 1])
    wanted = Wanted(finding.code, finding.effect, line, version)
    if wanted.find(script.text) is None:
        return script
    text = reduced(
        script.text,
        lambda smaller: wanted.find(smaller) is not None,
        limits.MAX_REDUCTION_TRIES,
        only_unused=True,
    )
    found = wanted.find(text, script.cut_row)
    return script if found is None else reproduction_of(text, found[0])


class Slice:
    """The top-level statements of a module and the dependences between them."""

    def __init__(self, tree: cst.Module) -> None:
        self.tree = tree
        self.statements: list[Statement] = list(tree.body)
        self.functions = UserModule(tree).functions
        self.imported = set(UserModule(tree).imports)
        self.spans = find_spans(tree, self.statements)
        self._index_of: dict[int, int] = {}
        for index, statement in enumerate(self.statements):
            self._index_of.update((id(node), index) for node in nodes_in(statement))

    def end(self, finding: Finding, problem: Problem) -> int:
        """Return the index of the statement whose execution issues the query."""
        rows = [finding.span.start.row, finding.main_query.span.start.row]
        last = max(self._executing(self._at(row), problem.query) for row in rows)
        is_explicit = problem.query is not None and problem.query.explicit
        return last if is_explicit else self._last_dependent(last)

    def _last_dependent(self, statement: int) -> int:
        """Return the last statement that depends on one: `fit` for `compile`, for example."""
        for index in range(len(self.statements) - 1, statement - 1, -1):
            if isinstance(self.statements[index], (cst.FunctionDef, cst.ClassDef)):
                continue
            if statement == index or self.statements[statement] in self.needed(index):
                return index
        return statement

    def _at(self, row: int) -> int:
        """Return the index of the statement that a row of the file belongs to."""
        first = [_first_row(s, self.spans[id(s)]) for s in self.statements]
        return max((index for index, start in enumerate(first) if start <= row), default=0)

    def _executing(self, index: int, query: Query | None) -> int:
        """Return the statement that executes a statement's code: for a definition, its caller."""
        if not isinstance(self.statements[index], (cst.FunctionDef, cst.ClassDef)):
            return index
        if query is not None:
            if query.context.mode == "either" or query.assumed:
                raise NotReproducible("no code in this file calls the function")
            outermost = query.context.calls[0] if query.context.calls else query.site
            found = self._index_of.get(id(outermost), index)
            if not isinstance(self.statements[found], (cst.FunctionDef, cst.ClassDef)):
                return found
        return self._last_use(index)

    def _last_use(self, definition: int) -> int:
        """Return the last statement that depends on a definition and is executed."""
        for index in range(len(self.statements) - 1, definition, -1):
            if isinstance(self.statements[index], (cst.FunctionDef, cst.ClassDef)):
                continue
            if self.statements[definition] in self.needed(index):
                return index
        raise NotReproducible("no code in this file calls the function")

    def needed(self, last: int) -> list[Statement]:
        """Return the statement `last` and the earlier ones that it depends on."""
        needed = {last}
        names = names_in(self.statements[last])
        grown = True
        while grown:
            grown = False
            for index in range(last - 1, -1, -1):
                statement = self.statements[index]
                if index not in needed and self._concerns(statement, names):
                    needed.add(index)
                    names |= names_in(statement)
                    grown = True
        return [self.statements[index] for index in sorted(needed)]

    def _concerns(self, statement: Statement, names: set[str]) -> bool:
        """True if the statement binds one of the names or changes the object behind one."""
        if _is_docstring(statement):
            return False
        if isinstance(statement, (cst.FunctionDef, cst.ClassDef)):
            return statement.name.value in names
        if bindings_of(statement).names & names:
            return True
        changed = _changed(statement)
        for name in names_in(statement) & self.functions.keys():
            changed |= _changed(self.functions[name])
        if bindings_of(statement).names:
            changed -= self.imported  # `b = tf.ones(2)` is no reason to keep `b`
        return bool(changed & names)

    def check(self, statements: list[Statement]) -> None:
        """Raise NotReproducible if the statements need data or modules that others lack."""
        available = UserModule(self.tree).imports
        for statement in statements:
            for verb, pattern in _EXTERNAL_DATA.items():
                found = pattern.search(code(statement))
                if found is not None:
                    raise NotReproducible(f"the program {verb} `{found.group()}`")
            for node in nodes_in(statement):
                if isinstance(node, (cst.Import, cst.ImportFrom)):
                    missing = bindings_of(node).names - set(available) - {"annotations"}
                    star = isinstance(node, cst.ImportFrom) and isinstance(
                        node.names, cst.ImportStar
                    )
                    if missing or star:
                        raise NotReproducible(f"the program needs `{code(node)}`")


def _is_docstring(statement: Statement) -> bool:
    return isinstance(statement, cst.SimpleStatementLine) and all(
        isinstance(part, cst.Expr) and not isinstance(part.value, (cst.Call, cst.Await))
        for part in statement.body
    )


def _changed(node: cst.CSTNode) -> set[str]:
    """Return the names of objects that a statement may change.

    They are assigned to by attribute or index, iterated over, have a method called, or are passed
    to a function whose result is dropped.
    """
    found: set[str] = set()
    for item in nodes_in(node):
        if isinstance(item, (cst.AssignTarget, cst.AugAssign, cst.AnnAssign)):
            found.add(_root(item.target))
        elif isinstance(item, cst.For):
            found.add(_root(item.iter))
        elif isinstance(item, cst.Call):
            if isinstance(item.func, cst.Attribute):
                found.add(_root(item.func))
            alone = isinstance(node, cst.SimpleStatementLine) and isinstance(node.body[0], cst.Expr)
            if alone and first_name(item.func) not in _PURE:
                found.update(_root(argument.value) for argument in item.args)
    return found - {""}


def _root(node: cst.CSTNode) -> str:
    """Return the name at the beginning of a chain of attributes, indices and calls."""
    while isinstance(node, (cst.Attribute, cst.Subscript, cst.Call)):
        node = node.func if isinstance(node, cst.Call) else node.value
    return node.value if isinstance(node, cst.Name) else ""


def _script(
    finding: Finding, slicing: Slice, statements: list[Statement], origin: Finding
) -> Reproduction:
    rows = [*heading(origin, ()), ""]
    moved: dict[int, int] = {}
    for position, statement in enumerate(statements):
        written = code(statement.with_changes(leading_lines=[])).split("\n")
        span = slicing.spans[id(statement)]
        if _wants_gap(statements, position):
            rows.append("")
        first = _first_row(statement, span)
        for offset in range(len(written)):
            moved[first + offset] = len(rows) + 1 + offset
        rows += written
    printed = _printed(statements[-1])
    if printed:
        rows.append(f"print({printed})  # {outcome(finding)}")
    query = finding.main_query.span.start.row
    cut_row = moved.get(finding.span.start.row)
    query_row = moved.get(query)
    if cut_row is None or query_row is None:
        raise NotReproducible("the statements that lead to the query do not contain the finding")
    return Reproduction("\n".join(rows) + "\n", query_row, cut_row)


def _first_row(statement: Statement, span: Span) -> int:
    """Return a statement's first row; libcst's span of a function leaves decorators out."""
    decorators = getattr(statement, "decorators", ())
    return span.start.row - sum(len(code(item).split("\n")) for item in decorators)


def _wants_gap(statements: list[Statement], position: int) -> bool:
    """True if a blank line comes before a statement, as in the program or around definitions."""
    if position == 0:
        return False
    here, before = statements[position], statements[position - 1]
    if _is_import(before) and not _is_import(here):
        return True
    compound = isinstance(here, cst.BaseCompoundStatement)
    return (
        compound
        or isinstance(before, (cst.FunctionDef, cst.ClassDef))
        or (bool(here.leading_lines) and any(line.comment is None for line in here.leading_lines))
    )


def _is_import(statement: Statement) -> bool:
    return isinstance(statement, cst.SimpleStatementLine) and isinstance(
        statement.body[0], (cst.Import, cst.ImportFrom)
    )


def _printed(statement: Statement) -> str:
    """Return the name that the last statement binds, in order to print it; empty if none."""
    if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
        return ""
    part = statement.body[0]
    if isinstance(part, cst.Assign) and isinstance(part.targets[0].target, cst.Name):
        return part.targets[0].target.value
    return ""
