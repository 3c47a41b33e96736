"""Help for one finding: what to write at this line, and what number comes if nothing is changed."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Final

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import Problem, shown
from tflintgrad.knowledge.alternatives import (
    Alternative,
    alternatives_to,
    alternatives_to_operator,
)
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.knowledge.templates import fill
from tflintgrad.source.syntax.expression_text import expression_text
from tflintgrad.source.syntax.symbols import SYMBOLS

_PART_IS_LOST: Final = "it lacks the part that flows through this step"
_VARIABLE: Final = re.compile(r"(?<![\w.])[a-z_]+\b(?!\s*[(=](?!=))")


def specific_help(problem: Problem) -> str:
    """Return what to write at this line; "" where the help of the rule is all there is."""
    rule = rulebook().get(problem.code)
    op = problem.facts.get("op")
    if rule.replacement and isinstance(op, str):
        known = alternatives_to(op) or alternatives_to_operator(op)
        if known:
            site = _site_of_op(problem, op)
            best = next((item for item in known if _has_options_of(item, site)), known[0])
            call, expression, remark = _at(site, best)
            words = best.words + remark
            return rule.replacement.format(call=call, expression=expression, words=words)
        if expression := _fixed(problem.site, rule.codemod):
            return rule.replacement.format(
                call=expression_text(problem.site), expression=expression
            )
    facts = program_names(problem) | problem.facts
    text = rulebook().variant(problem.rule or rule.name).help_text(facts)
    text = text or fill(rule.help_template, facts)
    return "" if text == rule.help else text


def _site_of_op(problem: Problem, op: str) -> cst.CSTNode:
    """Return the code of the op that loses the gradient; a rule can mark what comes of it."""
    if problem.culprit is not None and problem.culprit.site is not None:
        for edge in problem.culprit.edges:
            if edge.cut is not None and edge.cut.op == op:
                return edge.cut.site or problem.culprit.site
    return problem.site


def _fixed(site: cst.CSTNode, codemod: Mapping[str, str]) -> str:
    """Return what the fix of a rule writes for a call or operator; "" if it knows no such one."""
    operands = _operands(site)
    if not operands or not all(operands) or not expression_text(site):
        return ""
    module, key = "", ""
    if isinstance(site, cst.BinaryOperation):
        key = SYMBOLS[type(site.operator)]
    elif isinstance(site, cst.Call):
        module, _, key = expression_text(site.func).rpartition(".")
    template = codemod.get(key, "")
    first, *others = operands
    if "{argument} +" in template and _is_compound(first):
        first = f"({first})"
    second = others[0] if others else ""
    options = "".join(f", {text}" for text in others)
    facts = {"function": f"{module}.{key}", "module": module, "tf": "tf", "options": options}
    facts |= {"argument": first, "left": first, "right": second, "other": second}
    return fill(template, facts)


def outcome_of(problem: Problem) -> str:
    """Return what number comes instead of the right one; "" where the effect says it all."""
    if not problem.rule:
        return ""
    variant = rulebook().variant(problem.rule)
    if problem.effect != variant.effect:
        return _PART_IS_LOST if problem.effect == "wrong" else ""
    return variant.outcome_text(program_names(problem) | problem.facts)


def program_names(problem: Problem) -> dict[str, object]:
    """Return the names that the program has for what a help or an outcome speaks of."""
    names: dict[str, object] = {}
    query = problem.query
    if query is not None and query.explicit and isinstance(query.site, cst.Call):
        if not query.tape.records_everything and isinstance(query.site.func, cst.Attribute):
            names["tape_code"] = expression_text(query.site.func.value)
        names["query_code"] = expression_text(query.site.func)
        names["target_code"] = _argument(query.site, 0)
        names["sources_code"] = _argument(query.site, 1)
    if problem.path:
        names["source_code"] = _single(shown(problem.path[0]))
    names["source_code"] = _single(str(problem.facts.get("source", ""))) or names.get("source_code")
    if problem.culprit is not None:
        names["result_code"] = problem.culprit.name if problem.culprit.name.isidentifier() else ""
    return names | _at_site(problem.site)


def _at_site(site: cst.CSTNode) -> dict[str, object]:
    """Return the names in the code that is marked."""
    names: dict[str, object] = {"site_code": expression_text(site)}
    if isinstance(site, cst.Call):
        names["function_code"] = expression_text(site.func)
        names["argument_code"] = _argument(site, 0)
        names["second_code"] = _argument(site, 1)
        if isinstance(site.func, cst.Attribute):
            names["owner_code"] = expression_text(site.func.value)
    elif isinstance(site, cst.FunctionDef):
        names["function_code"] = site.name.value
        names["parameters_code"] = ", ".join(item.name.value for item in site.params.params)
    elif isinstance(site, cst.Attribute):
        names["owner_code"] = expression_text(site.value)
    elif isinstance(site, cst.BinaryOperation):
        names["left_code"] = expression_text(site.left)
        names["right_code"] = expression_text(site.right)
    return names


def _argument(call: cst.Call, position: int) -> str:
    """Return the text of a positional argument."""
    if len(call.args) <= position or any(item.star for item in call.args[: position + 1]):
        return ""
    item = call.args[position]
    return "" if item.keyword is not None else expression_text(item.value)


def _single(text: str) -> str:
    """Return the code in a text that is nothing but code."""
    inside = text[1:-1]
    return inside if text[:1] == text[-1:] == "`" and "`" not in inside else ""


def _has_options_of(best: Alternative, site: cst.CSTNode) -> bool:
    """True if a replacement is for a call with exactly these options."""
    given, parameters = _operands(site), _parameters(best.call)
    return len(given) == len(parameters) and all(
        operand == parameter or parameter.isidentifier()
        for operand, parameter in zip(given, parameters, strict=True)
    )


def _at(site: cst.CSTNode, best: Alternative) -> tuple[str, str, str]:
    """Return a call, its replacement, and what their variables stand for.

    They have the operands of the program where these are short.
    """
    general = (best.call, best.expression, "")
    given, parameters = _operands(site), _parameters(best.call)
    if not parameters or len(given) != len(parameters) or not all(given):
        return general
    renamed: dict[str, str] = {}
    options: dict[str, str] = {}
    meaning: list[str] = []
    for operand, parameter in zip(given, parameters, strict=True):
        if operand == parameter:
            continue
        if not parameter.isidentifier():
            if not (_are_members_of_one(operand, parameter) and parameter in best.expression):
                return general  # another option than that of the replacement
            options[parameter] = operand
            continue
        times = _VARIABLE.findall(best.expression).count(parameter)
        if len(operand) * times <= limits.MAX_OPERAND_CHARACTERS:
            renamed[parameter] = operand
        else:
            meaning.append(f"`{parameter}` is `{operand}`")
    if meaning and set(map(str.strip, renamed.values())) & set(parameters):
        return general  # a name of the program would mean two things
    remark = f"; here {' and '.join(meaning)}" if meaning else ""
    call, expression = _renamed(best.call, renamed), _renamed(best.expression, renamed)
    for parameter, operand in options.items():
        call, expression = (text.replace(parameter, operand) for text in (call, expression))
    return call, expression, remark


def _are_members_of_one(operand: str, parameter: str) -> bool:
    """True for two members of one module, such as two dtypes."""
    module, dot, _ = parameter.rpartition(".")
    return bool(dot) and module.isidentifier() and operand.rpartition(".")[0] == module


def _operands(site: cst.CSTNode) -> list[str]:
    """Return the texts of the operands of a call or operator; those of keywords as `name=text`."""
    if isinstance(site, cst.BinaryOperation):
        return [_whole(site.left), _whole(site.right)]
    if isinstance(site, cst.Comparison) and len(site.comparisons) == 1:
        return [_whole(site.left), _whole(site.comparisons[0].comparator)]
    if not isinstance(site, cst.Call) or any(item.star for item in site.args):
        return []
    return [_whole(item.value, item.keyword) for item in site.args]


def _whole(node: cst.CSTNode, keyword: cst.Name | None = None) -> str:
    """Return the text of an operand; "" if it is long, or not written out."""
    text = expression_text(node)
    before = f"{keyword.value}=" if keyword is not None else ""
    return before + text if text and "…" not in text else ""


def _parameters(call: str) -> list[str]:
    """Return the operands of a call in the table of alternatives."""
    node = ast.parse(call, mode="eval").body
    if isinstance(node, ast.Call):
        named = [f"{item.arg}={ast.unparse(item.value)}" for item in node.keywords]
        return [*map(ast.unparse, node.args), *named]
    if isinstance(node, ast.BinOp):
        return [ast.unparse(node.left), ast.unparse(node.right)]
    if isinstance(node, ast.Compare):
        return [ast.unparse(node.left), *map(ast.unparse, node.comparators)]
    return []


def _renamed(code: str, names: Mapping[str, str]) -> str:
    """Return code with other texts in place of some variables."""

    def text(found: re.Match[str]) -> str:
        new = names.get(found[0], found[0])
        before, after = code[: found.start()].rstrip(), code[found.end() :].lstrip()
        is_whole = before.endswith(("(", ",")) and after.startswith((")", ","))
        return new if is_whole or not _is_compound(new) else f"({new})"

    return _VARIABLE.sub(text, code)


def _is_compound(text: str) -> bool:
    """True if a text needs parentheses beside an operator."""
    try:
        node = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError):  # it has an ellipsis in it
        return True
    return isinstance(node, (ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp))
