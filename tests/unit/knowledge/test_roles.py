"""rules/roles.txt: how it is read, that its names exist, and that the package uses all of it."""

from __future__ import annotations

import ast
import importlib
import re
from typing import Any

import pytest

from tests.support.paths import ROOT
from tflintgrad.flow.interpreter import build, definitions, operators  # noqa: F401
from tflintgrad.flow.library_models.registry import ROLES
from tflintgrad.knowledge import op_table, roles
from tflintgrad.knowledge.roles import is_a, names_of, roles_of
from tflintgrad.source.syntax import symbols

LISTED = list(roles.listed())
NAMES = sorted({name.removesuffix("?") for _, name in LISTED})
#: Not installed for the tests, so nobody can tell whether their names are right.
THIRD_PARTY = {"attr", "attrs", "chex", "flax", "pydantic", "tqdm", "tree"}
#: How the package calls TensorFlow, Keras and NumPy; `keras.backend` is only in tf.keras.
MODULES = {"tf": ["tensorflow"], "keras": ["keras", "tensorflow.keras"], "np": ["numpy"]}


class TestReading:
    def test_most_names_have_none(self) -> None:
        assert roles_of("tf.math.acosh") == roles_of("somewhere.where") == roles_of("where") == ()

    @pytest.mark.parametrize(
        "name",
        ["tf.while_loop", "tf.compat.v1.while_loop", "keras.ops.while_loop"],
    )
    def test_siblings(self, name: str) -> None:
        assert roles_of(name) == ("while_loop",)

    def test_another_signature_is_another_thing(self) -> None:
        assert roles_of("tf.scan") == ("fold",)
        assert roles_of("keras.ops.scan") == ()

    def test_aliases_of_the_table(self) -> None:
        assert is_a("tf.math.reduce_sum", "reduce_sum")
        assert is_a("keras.backend.relu", "relu")

    def test_old_names_that_the_table_keeps_apart(self) -> None:
        assert is_a("tf.compat.v1.where", "where")
        assert is_a("tf.compat.v1.GradientTape", "tape")
        assert is_a("tf.compat.v1.data.Dataset.from_tensors", "dataset_of")

    def test_operators(self) -> None:
        assert is_a("+", "add", "subtract")
        assert not is_a("+", "multiply")

    def test_families(self) -> None:
        assert roles_of("keras.layers.Dot") == ("layer",)
        assert roles_of("keras.layers.experimental.preprocessing.Rescaling") == ("layer",)
        assert roles_of("keras.layers") == ()

    def test_a_name_of_its_own_comes_before_its_family(self) -> None:
        assert roles_of("keras.layers.Softmax") == ("softmax", "layer")
        assert roles_of("keras.layers.Input") == ("input", "layer")

    def test_the_nearest_family_counts(self) -> None:
        assert roles_of("keras.optimizers.Ftrl") == ("optimizer",)
        assert roles_of("keras.optimizers.schedules.CosineDecay") == ("schedule",)

    def test_names_of(self) -> None:
        assert names_of("add_n") == ("tf.add_n",)
        assert names_of("get_variable") == ("tf.compat.v1.get_variable", "tf.get_variable")


class TestNames:
    def test_listed_once(self) -> None:
        assert len(LISTED) == len(set(LISTED))
        written = re.findall(r"^(\w+):", (ROOT / "rules/roles.txt").read_text(), re.MULTILINE)
        assert len(written) == len(set(written))

    @pytest.mark.parametrize("name", NAMES)
    def test_the_table_agrees(self, name: str) -> None:
        """A name and what the table folds it to are the same thing."""
        op = op_table.lookup(name)
        if op is not None:
            assert set(own_roles(name)) <= set(roles_of(op.name))

    def test_a_call_has_one_meaning(self) -> None:
        """The second handler of a name would never be asked, unless it is a family's."""
        sequential = ["sequential", "model"]
        for name in NAMES:
            handled = [role for role in own_roles(name) if role in ROLES]
            assert len(handled) < 2 or handled == sequential, name

    @pytest.mark.parametrize("name", [name for name in NAMES if "." not in name])
    def test_operators_exist(self, name: str) -> None:
        assert name in symbols.SYMBOLS.values()

    @pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("Tensor.")])
    def test_methods_exist(self, name: str) -> None:
        op = op_table.lookup(name)
        assert op is not None
        assert op.name == name

    def test_python_has_the_rest(self) -> None:
        for _, name in LISTED:
            first = name.partition(".")[0]
            known = first in MODULES or first in THIRD_PARTY or first in ("Tensor", "ndarray")
            if "." in name and not known:
                assert exists(name, [first]), name

    @pytest.mark.tensorflow
    def test_tensorflow_has_them(self) -> None:
        pytest.importorskip("tensorflow")
        for _, name in LISTED:
            first = name.partition(".")[0]
            if first in MODULES and "." in name:
                found = exists(name.removesuffix("?"), MODULES[first])
                assert found is not name.endswith("?"), name


def own_roles(name: str) -> list[str]:
    return [role for role, other in LISTED if other.removesuffix("?") == name]


def exists(name: str, modules: list[str]) -> bool:
    """True if one of the modules that the first part of a name stands for has the rest."""
    rest = name.removesuffix(".*").split(".")[1:]
    return any(_find(importlib.import_module(module), module, rest) for module in modules)


def _find(owner: Any, path: str, parts: list[str]) -> bool:
    for part in parts:
        path = f"{path}.{part}"
        if not hasattr(owner, part):
            try:
                owner = importlib.import_module(path)
            except ImportError:
                return False
        else:
            owner = getattr(owner, part)
    return True


def _used() -> set[str]:
    """The roles that the package asks for."""
    found = set(ROLES) | definitions.MARKS | definitions.BASES
    for path in (ROOT / "tflintgrad").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        loops = [node for node in ast.walk(tree) if isinstance(node, ast.For)]
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                skipped = {"is_a": 1, "computed_by": 1, "names_of": 0}.get(node.func.id)
                arguments = node.args[skipped:] if skipped is not None else []
                found |= {str(a.value) for a in arguments if isinstance(a, ast.Constant)}
                found |= {role for a in arguments for role in _looped(a, loops)}
    return found


def _looped(argument: ast.expr, loops: list[ast.For]) -> set[str]:
    """The texts that a loop goes through, if the argument is its name."""
    return {
        str(item.value)
        for loop in loops
        if isinstance(loop.iter, ast.Tuple) and argument in ast.walk(loop)
        if ast.unparse(argument) == ast.unparse(loop.target)
        for item in loop.iter.elts
        if isinstance(item, ast.Constant)
    }


class TestUse:
    def test_every_role_is_used_and_every_used_role_is_there(self) -> None:
        assert _used() == {role for role, _ in LISTED}
