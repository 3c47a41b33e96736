"""A slice of the program as written: the statements that lead to one query, and no others.

Only for programs that run by themselves: the query is reached from the module's own statements,
and nothing is imported or read that others do not have.
"""

from __future__ import annotations

import re

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import Problem
from tflintgrad.diagnostics import Finding, Span
from tflintgrad.flow.domain.queries import Query
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.source.syntax.bindings import bindings_of, children, first_name
from tflintgrad.source.syntax.spans import find_spans
from tflintgrad.verify.repro.heading import heading, outcome
from tflintgrad.verify.repro.result import NotReproducible, Reproduction
from tflintgrad.verify.repro.source_program import SourceProgram, code

Statement = cst.SimpleStatementLine | cst.BaseCompoundStatement

#: Whoever shows something does not change it.
_PURE = {"print", "float", "len", "str"}
_READS = re.compile(
    r"\b(open|input|load_data|get_file|parse_args|load_model|load_weights|read_csv|imread|tfds)\b"
    r"|\bsys\.argv\b|\bos\.environ\b"
)


def reproduce(finding: Finding, problem: Problem, tree: cst.Module) -> Reproduction:
    if rulebook().get(finding.code).repro == "no-effect":
        raise NotReproducible(f"{finding.code} costs time or memory and changes no number")
    slicing = Slice(tree)
    last = slicing.end(finding, problem)
    kept = slicing.needed(last)
    rows = sum(len(code(statement).splitlines()) for statement in kept)
    if rows > limits.MAX_SLICE_LINES:
        raise NotReproducible(f"the {rows} lines that lead there are no small program")
    slicing.check(kept)
    return _script(finding, problem, slicing, kept)


class Slice:
    """The statements of a module, and what each of them is good for."""

    def __init__(self, tree: cst.Module) -> None:
        self.tree = tree
        self.statements: list[Statement] = list(tree.body)
        self.functions = SourceProgram(tree).functions
        self.imported = set(SourceProgram(tree).imports)
        self.spans = find_spans(tree, self.statements)
        self._place: dict[int, int] = {}
        for index, statement in enumerate(self.statements):
            pending: list[cst.CSTNode] = [statement]
            while pending:
                node = pending.pop()
                self._place[id(node)] = index
                pending += children(node)

    def end(self, finding: Finding, problem: Problem) -> int:
        """The statement whose execution asks for the gradient."""
        rows = [finding.span.start.row, finding.main_query.span.start.row]
        last = max(self._reached(self._at(row), problem.query) for row in rows)
        asks_itself = problem.query is not None and problem.query.explicit
        return last if asks_itself else self._user(last)

    def _user(self, asked: int) -> int:
        """The last statement that needs one: `fit` for `compile`, a call for a definition."""
        for index in range(len(self.statements) - 1, asked - 1, -1):
            statement = self.statements[index]
            if isinstance(statement, (cst.FunctionDef, cst.ClassDef)):
                continue
            if asked == index or self.statements[asked] in self.needed(index):
                return index
        return asked

    def _at(self, row: int) -> int:
        """The statement that a row of the file belongs to."""
        first = [_first_row(s, self.spans[id(s)]) for s in self.statements]
        return max((index for index, start in enumerate(first) if start <= row), default=0)

    def _reached(self, place: int, query: Query | None) -> int:
        if not isinstance(self.statements[place], (cst.FunctionDef, cst.ClassDef)):
            return place
        if query is not None:
            if query.context.mode == "either" or query.assumed:
                raise NotReproducible("nobody calls the function in this file")
            outermost = query.context.calls[0] if query.context.calls else query.site
            found = self._place.get(id(outermost), place)
            if not isinstance(self.statements[found], (cst.FunctionDef, cst.ClassDef)):
                return found
        return self._last_use(place)

    def _last_use(self, place: int) -> int:
        """The last statement that runs and can get to a definition."""
        for index in range(len(self.statements) - 1, place, -1):
            if isinstance(self.statements[index], (cst.FunctionDef, cst.ClassDef)):
                continue
            if self.statements[place] in self.needed(index):
                return index
        raise NotReproducible("nobody calls the function in this file")

    def needed(self, last: int) -> list[Statement]:
        """The statement `last` and those before it that it depends on."""
        kept = {last}
        names = _names(self.statements[last])
        grown = True
        while grown:
            grown = False
            for index in range(last - 1, -1, -1):
                statement = self.statements[index]
                if index not in kept and self._concerns(statement, names):
                    kept.add(index)
                    names |= _names(statement)
                    grown = True
        return [self.statements[index] for index in sorted(kept)]

    def _concerns(self, statement: Statement, names: set[str]) -> bool:
        """Does the statement bind one of the names, or change what is behind one?"""
        if _is_docstring(statement):
            return False
        if isinstance(statement, (cst.FunctionDef, cst.ClassDef)):
            return statement.name.value in names
        if bindings_of(statement).names & names:
            return True
        changed = _changed(statement)
        for name in _names(statement) & self.functions.keys():
            changed |= _changed(self.functions[name])
        if bindings_of(statement).names:
            changed -= self.imported  # `b = tf.ones(2)` is no reason to keep `b`
        return bool(changed & names)

    def check(self, kept: list[Statement]) -> None:
        """Refuse what others cannot run."""
        there = SourceProgram(self.tree).imports
        for statement in kept:
            reads = _READS.search(code(statement))
            if reads is not None:
                raise NotReproducible(f"the program needs more than itself (`{reads.group()}`)")
            pending: list[cst.CSTNode] = [statement]
            while pending:
                node = pending.pop()
                if isinstance(node, (cst.Import, cst.ImportFrom)):
                    missing = bindings_of(node).names - set(there) - {"annotations"}
                    star = isinstance(node, cst.ImportFrom) and isinstance(
                        node.names, cst.ImportStar
                    )
                    if missing or star:
                        raise NotReproducible(f"the program needs `{code(node)}`")
                pending += children(node)


def _names(node: cst.CSTNode) -> set[str]:
    """Every name that stands in it."""
    found: set[str] = set()
    pending = [node]
    while pending:
        item = pending.pop()
        if isinstance(item, cst.Name):
            found.add(item.value)
        elif isinstance(item, cst.Attribute):
            pending.append(item.value)
        else:
            pending += children(item)
    return found


def _is_docstring(statement: Statement) -> bool:
    return isinstance(statement, cst.SimpleStatementLine) and all(
        isinstance(part, cst.Expr) and not isinstance(part.value, (cst.Call, cst.Await))
        for part in statement.body
    )


def _changed(node: cst.CSTNode) -> set[str]:
    """The roots of what is assigned to by attribute or index, or has a method called for itself."""
    found: set[str] = set()
    pending = [node]
    while pending:
        item = pending.pop()
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
        pending += children(item)
    return found - {""}


def _root(node: cst.CSTNode) -> str:
    while isinstance(node, (cst.Attribute, cst.Subscript, cst.Call)):
        node = node.func if isinstance(node, cst.Call) else node.value
    return node.value if isinstance(node, cst.Name) else ""


def _script(
    finding: Finding, problem: Problem, slicing: Slice, kept: list[Statement]
) -> Reproduction:
    rows = [*heading(finding, ()), ""]
    moved: dict[int, int] = {}
    for position, statement in enumerate(kept):
        written = code(statement.with_changes(leading_lines=[])).split("\n")
        span = slicing.spans[id(statement)]
        if _wants_gap(kept, position):
            around = (statement, kept[position - 1])
            defines = any(isinstance(item, (cst.FunctionDef, cst.ClassDef)) for item in around)
            rows += [""] * (2 if defines else 1)
        first = _first_row(statement, span)
        for offset in range(len(written)):
            moved[first + offset] = len(rows) + 1 + offset
        rows += written
    printed = _printed(kept[-1])
    if printed:
        rows.append(f"print({printed})  # {outcome(finding)}")
    query = finding.main_query.span.start.row
    cut_row = moved.get(finding.span.start.row)
    query_row = moved.get(query)
    if cut_row is None or query_row is None:
        raise NotReproducible("the slice does not hold the finding")
    return Reproduction("\n".join(rows) + "\n", query_row, cut_row)


def _first_row(statement: Statement, span: Span) -> int:
    """Decorators come before what libcst calls the start of a function."""
    decorators = getattr(statement, "decorators", ())
    return span.start.row - sum(len(code(item).split("\n")) for item in decorators)


def _wants_gap(kept: list[Statement], position: int) -> bool:
    """Blank lines where the program has them, or where something was left out."""
    if position == 0:
        return False
    here, before = kept[position], kept[position - 1]
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
    """The name that the last statement gives the gradient, unless it prints it itself."""
    if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
        return ""
    part = statement.body[0]
    if isinstance(part, cst.Assign) and isinstance(part.targets[0].target, cst.Name):
        return part.targets[0].target.value
    return ""
