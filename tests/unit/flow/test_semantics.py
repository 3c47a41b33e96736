"""The semantics of kinds: one table, defaults for any object, lifted over φ-nodes."""

from __future__ import annotations

import libcst as cst
import pytest

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.kinds import Kind
from tflintgrad.flow.domain.module import Module
from tflintgrad.flow.domain.values import Mapping, Phi, Sequence, Value
from tflintgrad.flow.domain.variables import State, Variable
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.semantics.base import Semantics

KINDS = [kind for kind in vars(kinds).values() if isinstance(kind, Kind)]
SITE = cst.Pass()


@pytest.fixture
def interp() -> Interpreter:
    return Interpreter(Module("program.py", cst.Module([])))


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_any_value_has_every_operation(interp: Interpreter, kind: Kind) -> None:
    """Without the fields of the kind's class, too: such values are copies."""
    value = interp.value(kind, SITE)
    assert isinstance(kind.semantics, Semantics)
    assert value.truth() in (None, False)
    assert isinstance(value.iterate(interp, SITE), Value)
    assert isinstance(value.unpack(interp, 0, SITE), Value)
    assert isinstance(value.get_item(interp, interp.constant(0), SITE), Value)
    assert isinstance(value.get_attribute(interp, "anything", SITE), Value)
    value.set_item(interp, 0, interp.constant(1), SITE)


def test_an_unknown_item_is_the_same_for_each_access(interp: Interpreter) -> None:
    value = interp.unknown(SITE)
    first = value.get_item(interp, interp.constant("key"), SITE)
    assert value.get_item(interp, interp.constant("key"), SITE) is first
    assert value.get_item(interp, interp.constant("other"), SITE) is not first


def test_a_phi_node_lifts_operations(interp: Interpreter) -> None:
    one, two = interp.constant(1), interp.constant(2)
    short = Sequence(kinds.LIST, SITE, interp.context, [one])
    other = Sequence(kinds.LIST, SITE, interp.context, [two])
    phi = Phi([short, other], interp.context)
    assert phi.truth() is None
    item = phi.get_item(interp, interp.constant(0), SITE)
    assert isinstance(item, Phi)
    assert item.alternatives == [one, two]
    phi.set_item(interp, 0, two, SITE)
    assert (short.items, other.items) == ([two], [two])


def test_an_entry_of_a_dict(interp: Interpreter) -> None:
    mapping = Mapping(SITE, interp.context)
    value = interp.constant(1)
    mapping.set_item(interp, "key", value, SITE)
    assert mapping.get_item(interp, interp.constant("key"), SITE) is value
    assert mapping.held() == [value]


@pytest.mark.parametrize("cls", [Variable, State])
def test_a_twin_keeps_the_fields_of_its_class(interp: Interpreter, cls: type[Value]) -> None:
    value: Value
    if cls is Variable:
        value = Variable(SITE, interp.context, name="w", dtype="float")
        value.trainable, value.keras, value.old, value.regularized = None, False, True, True
        value.initial = interp.constant(0.0)
    else:
        value = State(interp.unknown(SITE), SITE, interp.context)
    twin = value.twin(None, interp.context)
    assert type(twin) is cls
    for name in (*cls.__slots__, "kind", "name", "dtype", "scalar", "const"):
        assert getattr(twin, name) == getattr(value, name), name
