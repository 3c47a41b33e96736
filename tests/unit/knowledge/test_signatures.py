"""rules/methods.txt and rules/queries.txt: how they are read, and that TensorFlow has the names."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import ROOT
from tflintgrad.flow.interpreter import build  # noqa: F401 - registers all handlers
from tflintgrad.flow.library_models.registry import ATTRIBUTES, METHODS
from tflintgrad.knowledge import keras_hooks, methods, queries, roles, signatures
from tflintgrad.knowledge.methods import function_signature
from tflintgrad.knowledge.signatures import RECEIVERS, TableError, parse_entry, parse_signature

ENTRIES = [*queries.entries(), *signatures.read_entries("methods.txt")]
MODELS = ROOT / "tflintgrad" / "flow" / "library_models"
#: Older versions have them; `as_list`, `ndims` and `rank` are of shapes.
ABSENT = {
    "as_list", "compute_gradients", "fit_generator", "get_gradients", "get_scaled_loss",
    "get_unscaled_gradients", "mark_used", "ndims", "rank", "reset_states",
}  # fmt: skip


#: Their signature is `*args, **kwargs`.
OVERLOADED = {"keras.Model"}


class TestReading:
    def test_roles(self) -> None:
        signature = parse_signature("target, source:sources, *, name")
        assert signature.parameters == ("target", "source", "name")
        assert signature.slots == {
            "target": (0, "target"),
            "sources": (1, "source"),
            "name": (None, "name"),
        }
        assert signature.keyword("sources") == "source"
        assert signature.keyword("upstream") == ""

    def test_methods_and_attributes(self) -> None:
        method = parse_entry("model/layer.summary(...): opaque")
        assert (method.receivers, method.name) == (("model", "layer"), "summary")
        assert method.signature is not None
        assert parse_entry("tensor.shape: shape").signature is None

    def test_functions_have_no_receiver(self) -> None:
        entry = parse_entry("tf.keras.backend.gradients(loss:target): gradients")
        assert (entry.receivers, entry.name) == ((), "tf.keras.backend.gradients")

    @pytest.mark.parametrize(
        ("line", "complaint"),
        [
            ("tape.gradient(target)", "expected `receiver.name"),
            ("tape.gradient: a query", "expected `receiver.name"),
            ("tap.gradient(target): gradient", "unknown receiver `tap`"),
            ("tape/tap.gradient(target): gradient", "unknown receiver `tap`"),
            ("tape.gradient(target,sources): gradient", "is not `parameter`"),
            ("tape.gradient(target, target): gradient", "listed twice"),
            ("tape.gradient(a:target, b:target): gradient", "listed twice"),
            ("tape.watch(tensor): watch\ntape.watch(tensor): watch", ":2: `watch` is listed twice"),
        ],
    )
    def test_a_bad_line_is_named(
        self, line: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "bad.txt").write_text(f"{line}\n")
        monkeypatch.setattr(signatures, "rules_file", lambda name: tmp_path / name)
        with pytest.raises(TableError, match=r"rules/bad\.txt:\d: .*") as raised:
            list(signatures.read_entries("bad.txt"))
        assert complaint in str(raised.value)

    def test_unknown_behaviours_of_queries(self) -> None:
        with pytest.raises(TableError, match="lists nothing for ask"):
            queries.names_with("ask")


class TestQueries:
    def test_names(self) -> None:
        assert set(queries.tape_methods()) == {"gradient", "jacobian", "batch_jacobian"}
        assert queries.query_names() == {*queries.tape_methods(), "gradients", "minimize"}

    def test_roles_agree(self) -> None:
        """What is a query by its role has a signature."""
        for role in ("tape", "gradients"):
            assert set(queries.functions(role)) == set(roles.names_of(role))

    def test_functions_by_other_names(self) -> None:
        ours = queries.functions("gradients")["tf.gradients"]
        assert function_signature("gradients", "tf.compat.v1.gradients").slots == ours.slots
        named = function_signature("gradients", "keras.backend.gradients")
        assert named.parameters == ("loss", "variables")

    @pytest.mark.tensorflow
    def test_parameters_are_those_of_tensorflow(self) -> None:
        tf: Any = pytest.importorskip("tensorflow")
        for name, signature in queries.tape_methods().items():
            listed = list(inspect.signature(getattr(tf.GradientTape, name)).parameters)
            assert tuple(listed[1:]) == signature.parameters
        listed = list(inspect.signature(tf.gradients).parameters)
        assert set(queries.functions("gradients")["tf.gradients"].parameters) == {
            *listed,
            "colocate_gradients_with_ops",
        }


class TestFunctions:
    def test_most_have_no_signature(self) -> None:
        assert function_signature("stop_gradient", "tf.stop_gradient").parameters == ()

    def test_the_first_one_stands_for_the_rest(self) -> None:
        first = function_signature("fold", "tf.scan")
        assert function_signature("fold", "tf.foldl") is first

    def test_they_have_the_role(self) -> None:
        for role, listed in methods.functions().items():
            assert set(listed) <= set(roles.names_of(role)), role

    def test_handlers_ask_for_roles_that_are_there(self) -> None:
        for path in MODELS.glob("*.py"):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                for role in decorated_with(node, "role"):
                    listed = methods.functions().get(role, {}).values()
                    known = {name for signature in listed for name in signature.slots}
                    assert asked_roles(node) <= known, f"{path.name}: {role}"

    @pytest.mark.tensorflow
    def test_tensorflow_calls_the_parameters_so(self) -> None:
        tf: Any = pytest.importorskip("tensorflow")
        keras: Any = pytest.importorskip("keras")
        for listed in methods.functions().values():
            for name, signature in listed.items():
                function: Any = tf if name.startswith("tf.") else keras
                for part in name.split(".")[1:]:
                    function = getattr(function, part, None)
                if function is None or name in OVERLOADED:
                    continue
                # The metaclass of `tf.Variable` hides the signature of its constructor.
                constructor = inspect.getattr_static(function, "__init__", None)
                made = constructor if isinstance(function, type) else function
                parameters = [p for p in inspect.signature(made).parameters if p != "self"]
                for position, keyword in signature.slots.values():
                    if position is not None:
                        assert parameters[position] == keyword, f"{name}: {keyword}"


class TestMethods:
    def test_listed_once(self) -> None:
        listed = [(kind, entry.name) for entry in ENTRIES for kind in entry.receivers]
        assert len(listed) == len(set(listed))

    def test_every_receiver_is_used(self) -> None:
        listed = (*ENTRIES, *keras_hooks.entries())
        assert {kind for entry in listed for kind in entry.receivers} == RECEIVERS

    def test_every_line_has_a_handler(self) -> None:
        handled = {(str(kind), name) for kind, name in (*METHODS, *ATTRIBUTES)}
        assert {(k, e.name) for e in methods.entries() for k in e.receivers} <= handled

    def test_every_handler_has_a_line_and_asks_for_roles_that_it_has(self) -> None:
        listed: dict[str, set[str]] = {}
        for entry in methods.entries():
            slots = entry.signature.slots if entry.signature is not None else ()
            listed.setdefault(entry.behaviour, set()).update(slots)
        for path in MODELS.glob("*.py"):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                for behaviour in decorated_with(node, "behaviour", "attribute"):
                    assert behaviour in listed, f"{path.name}: no line has `{behaviour}`"
                    assert asked_roles(node) <= listed[behaviour], f"{path.name}: {behaviour}"
                    assert "arguments.get(" not in ast.unparse(node), f"{path.name}: {behaviour}"

    @pytest.mark.tensorflow
    def test_tensorflow_has_them(self) -> None:
        tf: Any = pytest.importorskip("tensorflow")
        owners = {
            "tape": [tf.GradientTape],
            "variable": [tf.Variable],
            "tensorarray": [tf.TensorArray],
            "dataset": [tf.data.Dataset],
            "model": [tf.keras.Sequential, tf.keras.Model],
            "layer": [tf.keras.Layer, tf.keras.Model],
            "instance": [tf.keras.Model],
            "metric": [tf.keras.metrics.Metric],
            "optimizer": [tf.keras.optimizers.Optimizer, tf.keras.optimizers.SGD],
            "v1optimizer": [tf.compat.v1.train.Optimizer],
            "graph": [tf.Graph],
        }
        found: dict[str, bool] = {}
        for entry in methods.entries():
            if entry.signature is not None:  # attributes are set when an object is made
                has = [
                    hasattr(o, entry.name) for kind in entry.receivers for o in owners.get(kind, ())
                ]
                found[entry.name] = found.get(entry.name, False) or any(has) or not has
        assert {name for name, there in found.items() if not there} == ABSENT


def decorated_with(node: ast.stmt, *decorators: str) -> list[str]:
    """The behaviours or roles that a function handles, by its decorator."""
    if not isinstance(node, ast.FunctionDef):
        return []
    return [
        str(argument.value)
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name)
        if decorator.func.id in decorators
        for argument in decorator.args
        if isinstance(argument, ast.Constant)
    ]


def asked_roles(node: ast.stmt) -> set[str]:
    """The roles of parameters that a function asks for."""
    calls = [item for item in ast.walk(node) if isinstance(item, ast.Call)]
    return {
        str(call.args[0].value)
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr == "passed"
        if isinstance(call.args[0], ast.Constant)
    }
