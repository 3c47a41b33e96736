"""Corrected texts of a program: what a judge compares the program with.

Unlike the patches in `source_patches`, these may move rows: judges compare what the variables
hold in the end.
"""

from __future__ import annotations

import ast

from tflintgrad.knowledge import methods, queries, roles, variable_lists
from tflintgrad.verify.code_templates import text as template
from tflintgrad.verify.source_patches import SUM, parsed, replaced

_ADDS = "extend"


def with_added_lists(text: str, row: int) -> str | None:
    """Return the text in which lists of gradients are added item by item, not joined."""
    tree = parsed(text)
    for node in ast.walk(tree):
        if not isinstance(node, ast.stmt) or not _begins_around(node, row):
            continue
        if isinstance(node, ast.AugAssign):
            target, value = _code(text, node.target), _code(text, node.value)
            return replaced(text, node, f"{target} = {_sum(target, value)}")
        extended = _extended(node)
        if extended is not None:
            target, value = _code(text, extended[0]), _code(text, extended[1])
            return replaced(text, node, f"{target}[:] = {_sum(target, value)}")
        for part in ast.walk(node):
            if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Add):
                left, right = _code(text, part.left), _code(text, part.right)
                return _spliced(text, part, _sum(left, right))
    return None


def _extended(node: ast.stmt) -> tuple[ast.expr, ast.expr] | None:
    """Return the list and the argument of `total.extend(gradients)`."""
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return None
    is_extension = call.func.attr == _ADDS and len(call.args) == 1
    return (call.func.value, call.args[0]) if is_extension else None


def _sum(left: str, right: str) -> str:
    """Return code that adds two lists; an empty one counts as zeros."""
    return f"(lambda a, b: {SUM}(a, b) if a else list(b))({left}, {right})"


def with_cleared_buffers(text: str, row: int) -> str | None:
    """Return the text that sets the applied buffers to zero after the step in `row`."""
    for node in ast.walk(parsed(text)):
        if not isinstance(node, ast.Expr) or not _begins_around(node, row):
            continue
        code = "; ".join(_clearing(text, buffer) for buffer in _applied(node.value))
        return _followed_by(text, node, code) if code else None
    return None


def _clearing(text: str, buffers: ast.expr) -> str:
    """Return the statement that sets a buffer, or each of a list of buffers, to zero."""
    name = _code(text, buffers)
    return (
        f"{name} = (lambda zero, held: [zero(b) for b in held] if isinstance(held, (list, tuple))"
        f" else zero(held))(lambda b: (b.assign(b * 0.0), b)[1] if hasattr(b, 'assign')"
        f" else b * 0.0, {name})"
    )


def _applied(call: ast.expr) -> list[ast.expr]:
    """Return the buffers in `apply_gradients(zip(buffers, variables))` or of written pairs."""
    if not isinstance(call, ast.Call) or not call.args:
        return []
    first: ast.expr = call.args[0]
    if isinstance(first, ast.Call) and first.args:
        first = first.args[0]  # of `zip`
    if isinstance(first, (ast.ListComp, ast.GeneratorExp)):
        first = first.generators[0].iter
    items: list[ast.expr] = [first]
    if isinstance(first, ast.List):
        items = [item.elts[0] if isinstance(item, ast.Tuple) else item for item in first.elts]
    return [item for item in items if isinstance(item, (ast.Name, ast.Attribute))]


def with_model_losses(text: str, row: int) -> str | None:
    """Return the text whose target contains the losses of the model that the query trains."""
    found = _query(text, row)
    if found is None:
        return None
    tape, target, sources = found
    if isinstance(sources, ast.Name):
        sources = _last_value(text, sources.id, row) or sources
    listed = variable_lists.attributes(*variable_lists.LISTS)
    for part in ast.walk(sources):
        if isinstance(part, ast.Attribute) and part.attr in listed:
            owner = _code(text, part.value)
            added = template("with_losses", target=target, model=owner)
            return _at_end_of_tape(text, tape, row, added)
    return None


def with_scaled_loss(text: str, step: int, row: int) -> str | None:
    """Return the text whose target is scaled by the optimizer that makes a step in row `step`."""
    found = _query(text, row)
    if found is None:
        return None
    tape, target, _ = found
    applying = methods.names_with("apply_pairs", "apply")
    for node in ast.walk(parsed(text)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr in applying and node.lineno <= step <= (node.end_lineno or step):
            scale = methods.names_with("scale")[0]
            code = f"{target} = {_code(text, node.func.value)}.{scale}({target})"
            return _at_end_of_tape(text, tape, row, code)
    return None


def with_clipped_gradients(text: str, row: int) -> str | None:
    """Return the text in which the step in `row` gets the list that was clipped before it."""
    clipping = {
        name.rpartition(".")[2]
        for role in ("clips_with_norm", "clips_each")
        for name in roles.names_of(role)
    }
    found: list[tuple[ast.Assign, ast.Call]] = [
        (node, call)
        for node in ast.walk(parsed(text))
        if isinstance(node, ast.Assign) and node.lineno < row
        for call in ast.walk(node.value)
        if isinstance(call, ast.Call) and _code(text, call.func).rpartition(".")[2] in clipping
    ]
    if not found:
        return None
    node, call = max(found, key=lambda pair: pair[0].lineno)
    target = node.targets[0]
    clipped = target.elts[0] if isinstance(target, (ast.Tuple, ast.List)) else target
    unclipped = call.args[0] if call.args else None
    if isinstance(node.value, ast.ListComp):
        unclipped = node.value.generators[0].iter
    if not isinstance(unclipped, ast.Name):
        return None
    return _followed_by(text, node, f"{unclipped.id} = {_code(text, clipped)}")


def on_devices(text: str, count: int) -> str | None:
    """Return the text whose strategy has one device, or the two that the program lacks."""
    mirrors = {name.rpartition(".")[2] for name in roles.names_of("mirrors")}
    for node in ast.walk(parsed(text)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr not in mirrors:
            continue
        module = _code(text, node.func.value)
        if count == 1:
            return _spliced(text, node, template("one_device", module=module))
        if node.args or node.keywords:
            return text
        return _spliced(text, node, template("two_devices"))
    return None


# --- finding and changing code ----------------------------------------------------------------


def _query(text: str, row: int) -> tuple[str, str, ast.expr] | None:
    """Return the name of the tape, the name of the target and the sources of a query."""
    for node in ast.walk(parsed(text)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr not in queries.tape_methods() or len(node.args) < 2:
            continue
        if node.lineno <= row <= (node.end_lineno or row):
            target = node.args[0]
            if isinstance(target, ast.Name) and isinstance(node.func.value, ast.Name):
                return node.func.value.id, target.id, node.args[1]
    return None


def _at_end_of_tape(text: str, tape: str, row: int, statement: str) -> str | None:
    """Return the text with a statement at the end of the tape's block before `row`."""
    blocks = [
        node
        for node in ast.walk(parsed(text))
        if isinstance(node, ast.With) and node.lineno <= row and _opens(node, tape)
    ]
    if not blocks:
        return None
    last = max(blocks, key=lambda node: node.lineno).body[-1]
    return _followed_by(text, last, statement)


def _opens(node: ast.With, tape: str) -> bool:
    names = [item.optional_vars for item in node.items]
    return any(isinstance(name, ast.Name) and name.id == tape for name in names)


def _last_value(text: str, name: str, row: int) -> ast.expr | None:
    """Return what was assigned to a name last before `row`."""
    found = [
        node
        for node in ast.walk(parsed(text))
        if isinstance(node, ast.Assign)
        and node.lineno < row
        and any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
    ]
    return max(found, key=lambda node: node.lineno).value if found else None


def _begins_around(node: ast.stmt, row: int) -> bool:
    """True for a statement without a body that stands on `row`."""
    return not hasattr(node, "body") and node.lineno <= row <= (node.end_lineno or row)


def _followed_by(text: str, node: ast.stmt, statement: str) -> str:
    lines = text.splitlines(keepends=True)
    last = node.end_lineno or node.lineno
    if not lines[last - 1].endswith("\n"):
        lines[last - 1] += "\n"
    lines.insert(last, " " * node.col_offset + statement + "\n")
    return "".join(lines)


def _code(text: str, node: ast.expr) -> str:
    return ast.get_source_segment(text, node) or ast.unparse(node)


def _spliced(text: str, node: ast.expr, code: str) -> str:
    """Return the text with other code in the place of an expression."""
    lines = text.splitlines(keepends=True)
    last = node.end_lineno or node.lineno
    head = lines[node.lineno - 1].encode()[: node.col_offset].decode()
    tail = lines[last - 1].encode()[node.end_col_offset or 0 :].decode()
    return "".join([*lines[: node.lineno - 1], head, code, tail, *lines[last:]])
