"""Lists, dicts, sets and strings: how they are made, and their methods."""

from __future__ import annotations

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.join import join_branches
from tflintgrad.flow.domain.objects import Weights
from tflintgrad.flow.domain.values import Edge, Mapping, Sequence, Value, alternatives
from tflintgrad.flow.interpreter import containers
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.registry import method, role
from tflintgrad.knowledge.roles import is_a


@role("sequence", "sorted", "reversed")
def _container(interp: Interpreter, arguments: Arguments) -> Value:
    value = arguments.get(0, "iterable")
    if value is None:
        return Sequence(kinds.LIST, arguments.site, interp.context, [])
    if isinstance(value, Sequence) and value.concatenated:
        return value
    turns = is_a(arguments.name, "reversed")
    if value.kind in (kinds.RANGE, kinds.DATASET, kinds.WEIGHTS, kinds.GRADIENTS):
        if not turns or value.kind in (kinds.RANGE, kinds.DATASET):
            return value
        turned = Sequence(kinds.LIST, arguments.site, interp.context, [])
        turned.add_rest(value.iterate(interp, arguments.site))
        turned.reordered = True
        return turned
    items = containers.known_items(value)
    if items is not None and len(arguments.positional) == 1:
        order = list(items)
        if turns:
            order.reverse()
        copied = Sequence(kinds.LIST, arguments.site, interp.context, order)
        copied.dtype = value.dtype
        _keep_columns(value, copied)
        if is_a(arguments.name, "sorted"):
            copied.reordered = True
        return copied
    result = Sequence(kinds.LIST, arguments.site, interp.context, [])
    for position in arguments.positional:
        element = position.iterate(interp, arguments.site)
        if isinstance(element, Sequence) and len(arguments.positional) == 1:
            containers.keep_rows(result, element)
            _keep_columns(value, result)
        else:
            result.add_rest(element)
    return result


@role("chained")
def _chained(interp: Interpreter, arguments: Arguments) -> Value:
    result = Sequence(kinds.LIST, arguments.site, interp.context, [])
    for value in arguments.positional:
        inner = value.iterate(interp, arguments.site)
        result.add_rest(inner.iterate(interp, arguments.site))
        lists = [
            item
            for item in alternatives(inner, limits.MAX_WEIGHT_ALTERNATIVES)
            if isinstance(item, Weights)
        ]
        if lists and len(arguments.positional) == 1:
            result.concatenated = tuple(lists)
    return result


def _keep_columns(value: Value, copied: Sequence) -> None:
    """Keep the columns of a zip: `list(zip(a, b))` still pairs `a` with `b`."""
    if isinstance(value, Sequence):
        copied.columns = value.columns


@role("dict")
def _mapping(interp: Interpreter, arguments: Arguments) -> Value:
    result = Mapping(arguments.site, interp.context)
    first = arguments.get(0, "")
    if isinstance(first, Mapping):
        for key, value in first.entries.items():
            result.put(key, value)
        if first.rest is not None:
            result.put(None, first.rest)
    elif first is not None:
        result.put(None, interp.unknown(arguments.site, first))
    for keyword, value in arguments.keywords.items():
        result.put(keyword, value)
    return result


@role("defaultdict")
def _defaultdict(interp: Interpreter, arguments: Arguments) -> Value:
    return Mapping(arguments.site, interp.context)


@method(
    (kinds.LIST, kinds.TUPLE, kinds.SET, kinds.GENERATOR, kinds.ZIP),
    "append",
    "add",
    "appendleft",
    "insert",
)
def _append(interp: Interpreter, container: Value, arguments: Arguments) -> Value:
    if arguments.positional and isinstance(container, Sequence):
        containers.append(interp, container, arguments.positional[-1], arguments.site)
    return interp.constant(None, arguments.site)


@method((kinds.LIST, kinds.SET), "extend", "update")
def _extend(interp: Interpreter, container: Value, arguments: Arguments) -> Value:
    if arguments.positional and isinstance(container, Sequence):
        containers.extend(interp, container, arguments.positional[0], arguments.site)
    return interp.constant(None, arguments.site)


@method((kinds.LIST, kinds.SET, kinds.DICT), "clear", "sort", "reverse", "remove", "discard")
def _mutate(interp: Interpreter, container: Value, arguments: Arguments) -> Value:
    return interp.constant(None, arguments.site)


@method((kinds.LIST, kinds.TUPLE, kinds.SET), "copy")
def _copy_list(interp: Interpreter, container: Value, arguments: Arguments) -> Value:
    return _container(interp, Arguments(arguments.site, [container]))


@method((kinds.LIST, kinds.TUPLE, kinds.STRING), "index", "count")
def _position(interp: Interpreter, container: Value, arguments: Arguments) -> Value:
    return interp.value(kinds.NUMBER, arguments.site, dtype="int", scalar=True)


@method((kinds.LIST, kinds.SET), "pop", "popleft")
def _pop(interp: Interpreter, container: Value, arguments: Arguments) -> Value:
    return container.iterate(interp, arguments.site)


@method(kinds.DICT, "get", "pop", "setdefault")
def _get(interp: Interpreter, mapping: Mapping, arguments: Arguments) -> Value:
    key = arguments.get(0, "key")
    default = arguments.get(1, "default")
    found = mapping.get_item(interp, key, arguments.site)
    if key is not None and key.const in mapping.entries:
        return found
    return join_branches([found, default], interp.context) if default is not None else found


@method(kinds.DICT, "values")
def _values(interp: Interpreter, mapping: Mapping, arguments: Arguments) -> Sequence:
    result = Sequence(kinds.LIST, arguments.site, interp.context, list(mapping.entries.values()))
    if mapping.rest is not None:
        result.add_rest(mapping.rest)
    return result


@method(kinds.DICT, "keys")
def _keys(interp: Interpreter, mapping: Mapping, arguments: Arguments) -> Value:
    keys = [interp.constant(key, arguments.site) for key in mapping.entries]
    result = Sequence(kinds.LIST, arguments.site, interp.context, keys)
    if mapping.rest is not None:
        result.add_rest(interp.value(kinds.STRING, arguments.site))
    return result


@method(kinds.DICT, "items")
def _items(interp: Interpreter, mapping: Mapping, arguments: Arguments) -> Value:
    return containers.pair_up(
        interp,
        [_keys(interp, mapping, arguments), _values(interp, mapping, arguments)],
        arguments.site,
    )


@method(kinds.DICT, "update")
def _update(interp: Interpreter, mapping: Mapping, arguments: Arguments) -> Value:
    for value in arguments.positional:
        if isinstance(value, Mapping):
            for key, item in value.entries.items():
                containers.put(interp, mapping, key, item)
            if value.rest is not None:
                mapping.put(None, value.rest)
        else:
            mapping.put(None, interp.unknown(arguments.site, value))
    for keyword, item in arguments.keywords.items():
        containers.put(interp, mapping, keyword, item)
    return interp.constant(None, arguments.site)


@method(kinds.STRING, "split")
def _split(interp: Interpreter, text: Value, arguments: Arguments) -> Value:
    """Return the words of a constant text, such as names of functions."""
    separator = arguments.get(0, "sep")
    between = separator.const if separator is not None else None
    is_known = separator is None or (isinstance(between, str) and between != "")
    if not isinstance(text.const, str) or not is_known or len(arguments.all()) > 1:
        return _string_method(interp, text, arguments)
    words = Sequence(kinds.LIST, arguments.site, interp.context, [])
    for word in text.const.split(between):
        words.add_item(interp.constant(word, arguments.site))
    return words


@method(kinds.STRING, "format", "join", "strip", "lower", "upper", "replace", "startswith")
def _string_method(interp: Interpreter, text: Value, arguments: Arguments) -> Value:
    edges = [Edge(value) for value in (text, *arguments.all())]
    return interp.value(kinds.STRING, arguments.site, edges=edges)
