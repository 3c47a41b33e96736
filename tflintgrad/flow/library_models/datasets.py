"""`tf.data`: datasets, whose pipelines run outside every tape."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.iterables import Dataset
from tflintgrad.flow.domain.objects import Function
from tflintgrad.flow.domain.values import Dtype, Edge, Mapping, Phi, Sequence, Value
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.interpreter.scoped_state import ContextScope
from tflintgrad.flow.library_models.registry import behaviour, role
from tflintgrad.flow.properties.shapes.shape import Shape
from tflintgrad.knowledge.keras_datasets import dataset_shapes
from tflintgrad.knowledge.roles import is_a


@role("dataset_of")
def _from(interp: Interpreter, arguments: Arguments) -> Value:
    dataset = Dataset(arguments.site, interp.context)
    dataset.origin = arguments.site
    value = arguments.passed("value")
    signature = arguments.passed("signature")
    if signature is not None:
        dataset.element = _alike(interp, signature, arguments, _specified)
    elif value is not None and not isinstance(value, Function):
        dataset.element = _alike(interp, value, arguments, _rows)
    return dataset


@role("tensor_spec")
def _spec(interp: Interpreter, arguments: Arguments) -> Value:
    spec = interp.unknown(arguments.site, *arguments.all())
    spec.facts["called"], spec.facts["passed"] = arguments.name, arguments
    return spec


def _alike(
    interp: Interpreter,
    value: Value,
    arguments: Arguments,
    leaf: Callable[[Interpreter, Value, Arguments], Value],
) -> Value:
    """Return tuples and dicts like those of a value, with what `leaf` makes of each part."""
    if isinstance(value, Sequence) and value.kind is kinds.TUPLE and value.exact:
        items = [_alike(interp, item, arguments, leaf) for item in value.items]
        return Sequence(kinds.TUPLE, arguments.site, interp.context, items)
    if isinstance(value, Mapping):
        fields = Mapping(arguments.site, interp.context)
        for key, item in value.entries.items():
            fields.put(key, _alike(interp, item, arguments, leaf))
        return fields
    return leaf(interp, value, arguments)


def _specified(interp: Interpreter, signature: Value, arguments: Arguments) -> Value:
    """Return a tensor of a dataset whose program says of what shape it is."""
    drawn = interp.value(kinds.TENSOR, arguments.site)
    drawn.facts["shape_from"] = ("same", signature, 0)
    return drawn


def _copied(interp: Interpreter, element: Value, how: str, of: Dataset) -> Value:
    """Return an element in another shape: a batch of rows, or something unknown."""
    if isinstance(element, Sequence) and element.exact and element.kind is kinds.TUPLE:
        items = [_copied(interp, item, how, of) for item in element.items]
        return Sequence(kinds.TUPLE, element.site, element.context, items)
    if isinstance(element, Mapping) and element.rest is None:
        batch = Mapping(element.site, element.context)
        for key, item in element.entries.items():
            batch.put(key, _copied(interp, item, how, of))
        return batch
    if isinstance(element, Phi) and element.kind is kinds.TENSOR:
        one = interp.value(element.kind, element.site, edges=[Edge(element)], dtype=element.dtype)
        one.facts["shape_from"] = (how, element, of.number)
        return one
    if isinstance(element, (Mapping, Sequence, Phi)):
        return element
    copy = element.twin(element.site, element.context)
    copy.edges = element.edges
    copy.scalar = copy.const = None
    copy.is_op = element.is_op
    copy.facts = element.facts.copy()
    copy.facts.pop("shape", None)
    copy.facts["shape_from"] = (how, element, of.number)
    return copy


@behaviour("batch_elements")
def _batch(interp: Interpreter, dataset: Dataset, arguments: Arguments) -> Value:
    size = arguments.passed("size")
    single = size is not None and size.const == 1
    return _with_elements(interp, dataset, arguments, "single" if single else "batched")


@behaviour("reshape_elements")
def _reshape(interp: Interpreter, dataset: Dataset, arguments: Arguments) -> Value:
    return _with_elements(interp, dataset, arguments, "other")


def _with_elements(
    interp: Interpreter, dataset: Dataset, arguments: Arguments, how: str
) -> Dataset:
    result = dataset.with_same_elements(arguments.site, interp.context)
    if result.element is not None:
        result.element = _copied(interp, result.element, how, result)
    return result


def _rows(interp: Interpreter, value: Value, arguments: Arguments) -> Value:
    """Return a row of a value that a dataset is made from, behind a cut."""
    kind = kinds.UNKNOWN if value.kind is kinds.UNKNOWN else kinds.TENSOR
    cut = Cut(CutKind.DATASET, site=arguments.site)
    row = interp.value(kind, arguments.site, edges=[Edge(value, "cut", cut)], dtype=value.dtype)
    whole = is_a(arguments.name, "dataset_of_one")
    row.facts["shape_from"] = ("same" if whole else "row", value, 0)
    return row


@role("image_data")
def _images(interp: Interpreter, arguments: Arguments) -> Value:
    return _arrays(interp, arguments, "int")


@role("table_data")
def _table(interp: Interpreter, arguments: Arguments) -> Value:
    return _arrays(interp, arguments, "float")


def _arrays(interp: Interpreter, arguments: Arguments, dtype: Dtype) -> Value:
    """Return `(x_train, y_train), (x_test, y_test)`, as Keras loads data."""
    halves: list[Value] = []
    whole = len(arguments.positional) < 2 and not arguments.keywords.keys() - {"path"}
    shapes = iter(dataset_shapes(arguments.name) if whole else ())
    for _ in range(2):
        arrays = [interp.value(kinds.NDARRAY, arguments.site, dtype=dtype) for _ in range(2)]
        for array, shape in zip(arrays, shapes, strict=False):
            array.facts["shape"] = Shape(shape)
        halves.append(Sequence(kinds.TUPLE, arguments.site, interp.context, list(arrays)))
    return Sequence(kinds.TUPLE, arguments.site, interp.context, halves)


@role("dataset")
def _other(interp: Interpreter, arguments: Arguments) -> Value:
    return Dataset(arguments.site, interp.context)


@role("dataset_of_lines")
def _lines(interp: Interpreter, arguments: Arguments) -> Value:
    dataset = Dataset(arguments.site, interp.context)
    dataset.element = interp.value(kinds.TENSOR, arguments.site, scalar=True)
    return dataset


@role("dataset_of_several")
def _zipped(interp: Interpreter, arguments: Arguments) -> Value:
    dataset = Dataset(arguments.site, interp.context)
    parts = arguments.positional
    if len(parts) == 1 and isinstance(parts[0], Sequence) and parts[0].exact:
        parts = parts[0].items
    elements = [part.element for part in parts if isinstance(part, Dataset)]
    known = [element for element in elements if element is not None]
    if len(known) == len(parts) > 1:
        dataset.origin = arguments.site
        dataset.element = Sequence(kinds.TUPLE, arguments.site, interp.context, known)
    return dataset


def _pipeline(interp: Interpreter, site: cst.CSTNode) -> ContextScope:
    """Return the scope of a function that a pipeline traces and runs: no tape records it."""
    return interp.context_scope(
        mode="traced", trace=interp.new_trace(), recording=(), autograph=True, pipeline=site
    )


@behaviour("map_dataset")
def _map(interp: Interpreter, dataset: Dataset, arguments: Arguments) -> Value:
    function = arguments.passed("function")
    result = Dataset(arguments.site, interp.context)
    result.mapped = dataset.mapped
    element = dataset.element or interp.unknown(arguments.site, dataset)
    if function is None:
        return result
    passed = [element]
    if isinstance(element, Sequence) and element.kind is kinds.TUPLE and element.exact:
        passed = element.items
    with _pipeline(interp, arguments.site):
        mapped = function.call(interp, Arguments(arguments.site, passed))
    result.element = mapped
    result.mapped = arguments.site
    return result


@behaviour("same_elements")
def _same(interp: Interpreter, dataset: Dataset, arguments: Arguments) -> Value:
    return dataset.with_same_elements(arguments.site, interp.context)


@behaviour("reduce_dataset")
def _reduce(interp: Interpreter, dataset: Dataset, arguments: Arguments) -> Value:
    start, function = arguments.passed("initial_state"), arguments.passed("function")
    if start is None or function is None:
        return interp.unknown(arguments.site, *arguments.all())
    element = dataset.element or interp.unknown(arguments.site, dataset)
    with _pipeline(interp, arguments.site):
        reduced = function.call(interp, Arguments(arguments.site, [start, element]))
    cut = Cut(CutKind.DATASET_REDUCE, site=arguments.site)
    return interp.cut(kinds.TENSOR, arguments.site, [reduced, start], cut)


@behaviour("single_element")
def _single(interp: Interpreter, dataset: Dataset, arguments: Arguments) -> Value:
    return dataset.iterate(interp, arguments.site)
