"""Calling a functional model: its layers are applied to the arguments, where the call stands."""

from __future__ import annotations

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.context import Context
from tflintgrad.flow.domain.cuts import Cut
from tflintgrad.flow.domain.facts import Facts
from tflintgrad.flow.domain.functional_templates import Template
from tflintgrad.flow.domain.objects import Gradients, Instance, Layer
from tflintgrad.flow.domain.query_sources import inside
from tflintgrad.flow.domain.values import Edge, Mapping, Phi, Sequence, Value
from tflintgrad.flow.domain.variables import State
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.keras.functional_templates import describe, leaves_of_structure
from tflintgrad.flow.library_models.op_effects import edges_to, is_symbolic_kind


def call_functional(interp: Interpreter, model: Layer, arguments: Arguments) -> Value:
    """Apply the layers of a functional model to the arguments."""
    template = model.template
    assert template is not None
    passed = arguments.option("inputs", 0)
    if passed is None:
        passed = interp.unknown(arguments.site, *arguments.all())
    symbolic = is_symbolic_kind([passed])
    if len(template.nodes) > limits.MAX_TEMPLATE_VALUES or interp.budget.spent:
        result = _summarised(interp, model, template.outputs, arguments, symbolic)
        _relate_all(leaves_of_structure(result))
        return result
    interp.budget.steps += len(template.nodes) // 4
    copier = _Copier(interp, arguments.site, model.context, symbolic)
    _match(template.inputs, passed, copier.made)
    roots = [root for root in template.roots if root.number not in copier.made]
    for root in roots:
        # Several inputs get different parts of what is passed.
        part = passed if len(roots) == 1 else interp.unknown_from([passed], arguments.site)
        copier.made[root.number] = part
    outputs = leaves_of_structure(template.outputs)
    copier.copy_all(template.nodes, {value.number for value in outputs})
    _add_losses(interp, template, copier.made)
    if any(value.kind is kinds.UNKNOWN for value in outputs):
        result = _summarised(interp, model, template.outputs, arguments, symbolic)
        results = leaves_of_structure(result)
        behind = [copier.made.get(output.number, output) for output in outputs]
        for value in results:
            value.edges.extend(Edge(other, "unknown") for other in behind)
        _relate_all(results)
        return result
    state = edges_to(interp, model)[1:]
    for value in outputs:
        made = copier.made.get(value.number)
        if made is not None and made.is_op:
            made.edges.extend(state)
    if len(outputs) > 1:
        _relate(template, outputs, copier.made)
    return copier.made.get(template.outputs.number, template.outputs)


def _match(inputs: Value, passed: Value, made: dict[int, Value]) -> None:
    """Note which argument takes the place of each input of a model."""
    if isinstance(inputs, Sequence) and inputs.exact:
        if isinstance(passed, Sequence) and passed.exact and len(passed.items) == len(inputs.items):
            for one, given in zip(inputs.items, passed.items, strict=True):
                _match(one, given, made)
        elif len(inputs.items) == 1:
            _match(inputs.items[0], passed, made)
        elif isinstance(passed, Mapping):
            for one in inputs.items:
                named = passed.entries.get(one.facts.get("given", {}).get("name"))
                if named is not None:
                    made[one.number] = named
    elif isinstance(inputs, Mapping) and isinstance(passed, Mapping):
        for key, one in inputs.entries.items():
            if key in passed.entries:
                _match(one, passed.entries[key], made)
    elif isinstance(passed, Sequence) and passed.exact and len(passed.items) == 1:
        made[inputs.number] = passed.items[0]
    elif not isinstance(inputs, (Sequence, Mapping)):
        made[inputs.number] = passed


def _relate(template: Template, outputs: list[Value], made: dict[int, Value]) -> None:
    """Connect outputs of which one may be computed from another in a way that was not read."""
    unread = [value for value in template.nodes if value.facts.get("opaque")]
    if not unread:
        return
    results = [made[value.number] for value in outputs if value.number in made]
    if all(value.kind is not kinds.SYMBOLIC for value in results):
        _relate_all(results)


def _relate_all(results: list[Value]) -> None:
    """Let each of several outputs be computed from the others, because it may."""
    for value in results:
        value.edges.extend([Edge(other, "unknown") for other in results if other is not value])


def _add_losses(interp: Interpreter, template: Template, made: dict[int, Value]) -> None:
    """Add the losses of the layers inside, as each call of them does."""
    for owner, loss in template.losses:
        value = made.get(loss.number)
        if value is not None:
            interp.added_losses.append(value)
            losses = Sequence(kinds.LIST, value.site, interp.context, [])
            losses.add_rest(value)
            interp.store.write((owner.number, slots.ADDED_LOSSES), losses)


def _summarised(
    interp: Interpreter, model: Layer, output: Value, arguments: Arguments, symbolic: bool
) -> Value:
    """Return one value for each output of a model that is too large, or not read to its end."""
    if isinstance(output, Sequence):
        items = [_summarised(interp, model, i, arguments, symbolic) for i in output.items]
        listed = Sequence(kinds.LIST, arguments.site, interp.context, items)
        if output.rest is not None:
            listed.add_rest(_summarised(interp, model, output.rest, arguments, symbolic))
        return listed
    if isinstance(output, Mapping):
        named = Mapping(arguments.site, interp.context)
        for key, item in output.entries.items():
            named.put(key, _summarised(interp, model, item, arguments, symbolic))
        if output.rest is not None:
            named.put(None, _summarised(interp, model, output.rest, arguments, symbolic))
        return named
    kind = kinds.SYMBOLIC if symbolic else kinds.TENSOR
    result = interp.value(kind, arguments.site, is_op=not symbolic, dtype="float")
    for value in (model, *model.parts, *_captured(model), *arguments.all()):
        result.edges.extend(edges_to(interp, value))
    result.facts["op"] = "layer"
    result.facts["layer"] = model
    result.facts["inputs"] = tuple(arguments.positional)
    result.facts["template"] = output
    if model.template is None or not model.template.is_known:
        result.facts["opaque"] = True
    return result


def _captured(model: Layer) -> list[Value]:
    """Return the values from outside that the layers of a functional model use."""
    if model.template is None:
        return []
    own = {value.number for value in (*model.template.roots, *model.template.nodes)}
    found = {e.to for node in model.template.nodes for e in node.edges if e.label != "cut"}
    constants = (kinds.NUMBER, kinds.STRING, kinds.NONE, kinds.STATE)
    return [v for v in found if v.number not in own and v.kind not in constants]


class _Copier:
    """Computes the values of a template anew."""

    __slots__ = ("contexts", "interp", "made", "origin", "site", "symbolic")

    def __init__(
        self, interp: Interpreter, site: cst.CSTNode, origin: Context, symbolic: bool
    ) -> None:
        self.interp = interp
        self.site = site
        #: The context in which the model was made.
        self.origin = origin
        self.symbolic = symbolic
        #: What takes the place of values and layers of the template, by their numbers.
        self.made: dict[int, Value] = {}
        self.contexts: dict[int, Context] = {}

    def copy_all(self, nodes: list[Value], outputs: set[int]) -> None:
        """Make all values first, then their edges: loops have cycles."""
        made = self.made
        pending: list[tuple[Value, Value]] = []
        for node in nodes:
            if node.number not in made:
                twin = made[node.number] = self._twin(node)
                pending.append((node, twin))
        for node, twin in pending:
            self._connect(node, twin)
            twin.facts = _copied_facts(node, made)
            if isinstance(twin, State) and twin.of is not None:
                twin.of = made.get(twin.of.number, twin.of)
            if node.number in outputs:
                twin.name = ""
                twin.facts.pop("bound", None)
                twin.facts.pop("kept", None)
                twin.facts.pop("returned", None)
                twin.facts.pop("rebound_at", None)

    def _twin(self, node: Value) -> Value:
        context = self._context(node.context)
        if isinstance(node, Phi):
            twin: Value = Phi([node], context, node.loop)
            twin.kind = self._kind(node)
            twin.edges = []
            return twin
        if isinstance(node, Sequence):
            return Sequence(node.kind, node.site, context, [])
        if isinstance(node, Mapping):
            return Mapping(node.site, context)
        if isinstance(node, Gradients):
            return Gradients(node.query, node.site, context)
        copy = node.twin(node.site, context)
        copy.kind = self._kind(node)
        copy.is_op = node.is_op or (node.kind is kinds.SYMBOLIC and not self.symbolic)
        return copy

    def _kind(self, node: Value) -> kinds.Kind:
        return kinds.TENSOR if node.kind is kinds.SYMBOLIC and not self.symbolic else node.kind

    def _context(self, before: Context) -> Context:
        """Return the context of the call for a value that has a context of the template."""
        found = self.contexts.get(id(before))
        if found is None:
            found = self.interp.context.copy()
            found.calls = (*found.calls, self.site)
            found.module = before.module
            found.function = before.function
            if before.training is not None and before.training.const is False:
                found.training = before.training  # said where the model was made
            found.in_py_function = before.in_py_function
            own = [tape for tape in before.recording if tape not in self.origin.recording]
            found.recording = (*found.recording, *own)
            stopped = [tape for tape in before.paused if tape not in self.origin.paused]
            found.paused = (*found.paused, *stopped)
            self.contexts[id(before)] = found
        return found

    def _connect(self, node: Value, twin: Value) -> None:
        made, interp = self.made, self.interp
        for edge in node.edges:
            new = made.get(edge.to.number)
            if new is None and edge.to.kind is kinds.STATE:
                continue  # the state of that time
            end = new if new is not None else edge.to
            for found in edges_to(interp, end, edge.label, edge.cut):
                found.to = made.get(found.to.number, found.to)
                twin.edges.append(found)
        if isinstance(node, Sequence) and isinstance(twin, Sequence):
            _connect_items(node, twin, made)
        elif isinstance(node, Mapping) and isinstance(twin, Mapping):
            twin.entries = {key: made.get(v.number, v) for key, v in node.entries.items()}
            twin.extent = node.extent
            if node.rest is not None:  # no edge leads to it
                others = [made.get(edge.to.number, edge.to) for edge in node.rest.edges]
                twin.rest = Phi(others, twin.context)
                twin.rest.facts["element"] = True


def _connect_items(node: Sequence, twin: Sequence, made: dict[int, Value]) -> None:
    """Give the twin of a sequence the items and fields of the original."""

    def new(value: Value) -> Value:
        return made.get(value.number, value)

    twin.items = [new(item) for item in node.items]
    twin.extent = node.extent
    if node.rest is not None:
        twin.rest = new(node.rest)
    twin.concatenated = tuple([new(value) for value in node.concatenated])
    if node.columns is not None:
        twin.columns = [new(value) for value in node.columns]
    if node.fields is not None:
        twin.fields = {name: new(value) for name, value in node.fields.items()}
    twin.over, twin.reordered, twin.unordered = node.over, node.reordered, node.unordered


def _copied_facts(node: Value, made: dict[int, Value]) -> Facts:
    """Return the facts of a value of the template for the value that takes its place."""

    def new(value: Value) -> Value:
        return made.get(value.number, value)

    facts = node.facts.copy()
    facts.pop("symbolic", None)
    facts.pop("rebinds", None)
    facts.pop("shape", None)  # of the template, where the batch has any size
    facts.pop("range", None)
    if "passed" in facts:
        facts["passed"] = _copied_arguments(facts["passed"], made)
    if "slices" in facts:
        facts["slices"] = tuple(
            [new(item) if isinstance(item, Value) else item for item in facts["slices"]]
        )
    if "shape_from" in facts:
        way, value, index = facts["shape_from"]
        facts["shape_from"] = (way, new(value), index)
    if "inputs" in facts:
        facts["inputs"] = tuple([new(value) for value in facts["inputs"]])
    if "arguments" in facts:
        facts["arguments"] = {name: new(value) for name, value in facts["arguments"].items()}
    if "same_as" in facts:
        facts["same_as"] = new(facts["same_as"])
    if "element_of" in facts:
        facts["element_of"] = new(facts["element_of"])
    layer = made.get(facts["layer"].number) if "layer" in facts else None
    if isinstance(layer, Layer):
        facts["layer"] = layer
    return facts


def _copied_arguments(arguments: Arguments, made: dict[int, Value]) -> Arguments:
    copy = arguments.copy()
    copy.positional = [made.get(value.number, value) for value in arguments.positional]
    copy.keywords = {key: made.get(v.number, v) for key, v in arguments.keywords.items()}
    copy.unpacked = [made.get(value.number, value) for value in arguments.unpacked]
    return copy


def cloned(interp: Interpreter, model: Layer, site: cst.CSTNode, cut: Cut) -> Layer | None:
    """Return a functional model of the same layers with other weights; None if that is unknown."""
    template = model.template
    if template is None or any(isinstance(item, Instance) for item in inside(model)):
        return None
    copier = _Copier(interp, site, model.context, symbolic=True)
    for item in inside(model):
        if isinstance(item, Layer):
            copier.made[item.number] = _twin_layer(interp, item, site, cut)
    for item in inside(model):
        twin = copier.made.get(item.number)
        if isinstance(item, Layer) and isinstance(twin, Layer):
            twin.parts = [copier.made.get(part.number, part) for part in item.parts]
    clone = copier.made.pop(model.number)
    assert isinstance(clone, Layer)
    for root in template.roots:
        copier.made[root.number] = interp.value(kinds.SYMBOLIC, site, name="input")
    copier.copy_all([*_containers(template.inputs), *template.nodes], set())
    for node in template.nodes:
        twin = copier.made[node.number]
        for layer, passed in interp.layer_calls.get(node.number, ()):
            again = copier.made.get(layer.number, layer)
            interp.layer_calls.setdefault(twin.number, []).append((again, passed))
    made = copier.made
    inputs = made.get(template.inputs.number, template.inputs)
    describe(interp, clone, inputs, made.get(template.outputs.number, template.outputs))
    return clone


def _containers(structure: Value) -> list[Value]:
    """Return the lists and dicts in a structure of inputs, inner ones first."""
    if isinstance(structure, Sequence):
        held = list(structure.items)
    elif isinstance(structure, Mapping):
        held = list(structure.entries.values())
    else:
        return []
    return [*(found for item in held for found in _containers(item)), structure]


def _twin_layer(interp: Interpreter, layer: Layer, site: cst.CSTNode, cut: Cut) -> Layer:
    twin = Layer(layer.kind, layer.name, site, interp.context, layer.arguments)
    twin.edges = [Edge(layer, "cut", cut)]
    twin.label = layer.label
    return twin
