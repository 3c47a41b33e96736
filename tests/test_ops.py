"""The op table: its reader, what it says about ops people meet, and that TensorFlow agrees."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tflintgrad.flow import ops

REPOSITORY = Path(__file__).resolve().parent.parent

SMALL = """\
# a head, in no particular order
# another line
keras.ops.exp(x:flow) | shape=elementwise
np.*(*args:leaves, **kwargs:leaves) -> ndarray
np.shape(a:shape) -> object
tf.argmax(input:none, axis:select, output_type, name) -> int
tf.cast(x:flow, dtype, name) | shape=elementwise | when dtype=int: x:none -> int
tf.compat.v1.* = tf.*
tf.image.adjust_hue(image:raises.LookupError, delta, name)
tf.image.resize(images:flow, size, method) | when method=area/box: images:raises.LookupError
tf.keras.* = keras.*
tf.loop = tf.loop2
tf.loop2 = tf.loop
tf.map_fn(fn, elems:flow, back_prop) | when back_prop=False, mode=traced: elems:lost
tf.math.argmax = tf.argmax
tf.meshgrid(*args:flow, indexing, **kwargs) -> list
tf.nn.top_k(input:flow, k:select, sorted) -> (values:flow, indices:int)
tf.py_function(func, inp:flow, Tout) | mode=traced: *:zero
tf.sqrt(x:flow, name) | masked=ok shape=elementwise singular=x:0/-1
"""


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A table of a dozen lines in place of the real one."""
    table = tmp_path / "ops.txt"
    table.write_text(SMALL, encoding="utf-8")
    monkeypatch.setattr(ops, "rules_file", lambda _name: table)
    _forget()
    yield
    _forget()


def _forget() -> None:
    ops._lines.cache_clear()
    ops.lookup.cache_clear()


def _op(name: str) -> ops.Op:
    found = ops.lookup(name)
    assert found is not None, f"{name} has no line"
    return found


# -- the reader


@pytest.mark.usefixtures("small")
class TestReader:
    def test_unknown_names_have_no_entry(self) -> None:
        for name in ("tf.arg", "tf.argmax2", "tf", "", "zzz.zzz", "tf.math", "a.b"):
            assert ops.lookup(name) is None

    def test_classes_by_position_and_by_keyword(self) -> None:
        op = _op("tf.argmax")
        assert [op.effect_of(i) for i in range(4)] == ["none", "select", "", ""]
        assert op.effect_of(None, "input") == "none"
        assert op.result == "int"

    def test_arguments_the_table_does_not_know_count_as_flow(self) -> None:
        assert _op("tf.argmax").effect_of(9) == "flow"
        assert _op("tf.argmax").effect_of(None, "new_in_some_version") == "flow"

    def test_an_alias_leads_to_the_canonical_entry(self) -> None:
        assert _op("tf.math.argmax") == _op("tf.argmax")
        assert _op("tf.math.argmax").name == "tf.argmax"

    def test_wildcard_aliases_keep_the_rest_of_the_name(self) -> None:
        assert _op("tf.keras.ops.exp").name == "keras.ops.exp"
        assert _op("tf.compat.v1.keras.ops.exp").name == "keras.ops.exp"
        assert ops.lookup("tf.keras.ops.nothing") is None

    def test_an_alias_that_leads_in_a_circle_ends(self) -> None:
        assert ops.lookup("tf.loop") is None

    def test_wildcards_cover_what_has_no_line_of_its_own(self) -> None:
        assert _op("np.linalg.norm").effect_of(0) == "leaves"
        assert _op("np.linalg.norm").effect_of(None, "x") == "leaves"
        assert _op("np.linalg.norm").name == "np.linalg.norm"
        assert _op("np.shape").effect_of(0) == "shape"

    def test_variadic_arguments(self) -> None:
        op = _op("tf.meshgrid")
        assert [op.effect_of(i) for i in (0, 1, 7)] == ["flow"] * 3
        assert op.effect_of(None, "indexing") == ""
        assert op.arguments[0].variadic

    def test_results_of_tuples(self) -> None:
        op = _op("tf.nn.top_k")
        assert op.result == "tuple"
        assert [(r.name, r.effect) for r in op.results] == [("values", "flow"), ("indices", "int")]

    def test_exceptions_and_facts(self) -> None:
        hue = _op("tf.image.adjust_hue")
        assert hue.effect_of(0) == "raises"
        assert hue.facts["raises"] == hue.exception_of() == "LookupError"
        assert dict(_op("tf.sqrt").facts) == {
            "masked": "ok",
            "shape": "elementwise",
            "singular": "x:0/-1",
        }

    def test_conditions_on_what_is_known_statically(self) -> None:
        cast = _op("tf.cast")
        assert cast.effect_of(0) == "flow"
        assert cast.effect_of(0, None, {"dtype": "int"}) == "none"
        assert cast.result_of({"dtype": "int"}) == "int"
        assert cast.result_of({"dtype": "float"}) == "float"
        resize = _op("tf.image.resize")
        assert resize.effect_of(0, None, {"method": "box"}) == "raises"
        assert resize.exception_of({"method": "area"}) == "LookupError"
        assert resize.exception_of() == ""

    def test_all_conditions_of_a_clause_must_hold(self) -> None:
        map_fn = _op("tf.map_fn")
        assert map_fn.effect_of(1, None, {"back_prop": "False"}) == "flow"
        assert map_fn.effect_of(1, None, {"back_prop": "False", "mode": "traced"}) == "lost"

    def test_a_star_in_a_clause_means_every_argument_with_a_class(self) -> None:
        op = _op("tf.py_function")
        assert op.effect_of(1, None, {"mode": "traced"}) == "zero"
        assert op.effect_of(0, None, {"mode": "traced"}) == ""

    def test_names_are_listed_without_wildcards(self) -> None:
        listed = list(ops.names())
        assert "tf.math.argmax" in listed
        assert "tf.argmax" in listed
        assert not any("*" in name or "#" in name for name in listed)

    def test_only_lines_that_are_asked_for_are_parsed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        parsed: list[str] = []
        original = ops._parse

        def watched(line: str, name: str | None) -> ops.Op:
            parsed.append(line)
            return original(line, name)

        monkeypatch.setattr(ops, "_parse", watched)
        ops.lookup("tf.argmax")
        ops.lookup("tf.argmax")
        ops.lookup("tf.nothing")
        assert len(parsed) == 1


# -- the table itself


def test_the_table_is_sorted_and_every_line_can_be_read() -> None:
    lines = ops.rules_file("ops.txt").read_text(encoding="utf-8").splitlines()
    body = [line for line in lines if not line.startswith("#")]
    assert body == sorted(body)
    assert lines[: len(lines) - len(body)] == [line for line in lines if line.startswith("#")]
    effects = {"", "flow", "none", "zero", "lost", "raises", "detach", "leaves", "shape", "select"}
    for name in ops.names():
        op = _op(name)
        assert {argument.effect for argument in op.arguments} <= effects, name


def test_loading_is_cheap() -> None:
    """Best of five, because the machine may be busy; the bar is 5 ms."""

    def load() -> float:
        _forget()
        start = time.perf_counter()
        ops.lookup("tf.argmax")
        return time.perf_counter() - start

    assert min(load() for _ in range(5)) < 0.005


TRACED = {"mode": "traced"}
NOTHING: Mapping[str, str] = {}

# name, argument, class; one line for each thing a user meets
EXPECTED = [
    ("tf.argmax", "input", "none"),
    ("tf.round", "x", "none"),
    ("tf.floor", "x", "none"),
    ("tf.math.ceil", "x", "none"),
    ("tf.math.rint", "x", "none"),
    ("tf.math.floordiv", "x", "none"),
    ("Tensor.__floordiv__", "self", "none"),
    ("Tensor.__mod__", "self", "flow"),
    ("Tensor.__gt__", "self", "none"),
    ("Tensor.__eq__", "self", "none"),
    ("tf.equal", "x", "none"),
    ("tf.sign", "x", "zero"),
    ("tf.argsort", "values", "none"),
    ("tf.sort", "values", "flow"),
    ("tf.searchsorted", "sorted_sequence", "none"),
    ("tf.one_hot", "indices", "select"),
    ("tf.gather", "params", "flow"),
    ("tf.gather", "indices", "select"),
    ("tf.boolean_mask", "tensor", "flow"),
    ("tf.boolean_mask", "mask", "select"),
    ("tf.where", "condition", "select"),
    ("tf.where", "x", "flow"),
    ("tf.cond", "pred", "select"),
    ("tf.math.unsorted_segment_sum", "segment_ids", "select"),
    ("tf.math.unsorted_segment_prod", "data", "flow"),
    ("tf.shape", "input", "shape"),
    ("tf.size", "input", "shape"),
    ("tf.rank", "input", "shape"),
    ("tf.zeros_like", "input", "shape"),
    ("tf.ones_like", "input", "shape"),
    ("Tensor.shape", "self", "shape"),
    ("builtins.len", "obj", "shape"),
    ("np.shape", "a", "shape"),
    ("tf.range", "start", "lost"),
    ("tf.linspace", "start", "flow"),
    ("tf.random.shuffle", "value", "lost"),
    ("tf.image.hsv_to_rgb", "images", "lost"),
    ("tf.math.betainc", "a", "lost"),
    ("tf.math.betainc", "x", "flow"),
    ("tf.math.zeta", "x", "lost"),
    ("tf.math.zeta", "q", "flow"),
    ("tf.math.polygamma", "a", "none"),
    ("tf.math.igamma", "a", "flow"),
    ("tf.image.adjust_hue", "image", "raises"),
    ("tf.image.adjust_contrast", "images", "raises"),
    ("tf.image.adjust_saturation", "image", "raises"),
    ("tf.image.adjust_brightness", "image", "flow"),
    ("tf.image.adjust_gamma", "image", "flow"),
    ("tf.image.rgb_to_hsv", "images", "flow"),
    ("tf.image.draw_bounding_boxes", "images", "raises"),
    ("tf.image.extract_glimpse", "input", "raises"),
    ("tf.image.crop_and_resize", "boxes", "flow"),
    ("tf.image.adjust_jpeg_quality", "image", "none"),
    ("tf.image.non_max_suppression", "boxes", "none"),
    ("tf.unique", "x", "raises"),
    ("tf.truncatemod", "x", "raises"),
    ("tf.guarantee_const", "input", "raises"),
    ("tf.math.bincount", "weights", "raises"),
    ("tf.random.poisson", "lam", "raises"),
    ("tf.linalg.lu", "input", "raises"),
    ("tf.linalg.logm", "input", "raises"),
    ("tf.linalg.sqrtm", "input", "flow"),
    ("tf.signal.rfft", "input_tensor", "flow"),
    ("tf.signal.rfft3d", "input_tensor", "raises"),
    ("tf.sparse.reduce_max", "sp_input", "raises"),
    ("tf.sparse.reduce_sum", "sp_input", "flow"),
    ("tf.sparse.to_dense", "sp_input", "flow"),
    ("tf.stop_gradient", "input", "detach"),
    ("keras.ops.stop_gradient", "variable", "detach"),
    ("tf.numpy_function", "inp", "lost"),
    ("tf.py_function", "inp", "flow"),
    ("tf.get_static_value", "tensor", "leaves"),
    ("keras.ops.convert_to_numpy", "x", "leaves"),
    ("tf.keras.backend.get_value", "x", "leaves"),
    ("Tensor.numpy", "self", "leaves"),
    ("Tensor.__array__", "self", "leaves"),
    ("Variable.numpy", "self", "leaves"),
    ("Variable.read_value", "self", "flow"),
    ("Variable.value", "self", "flow"),
    ("Variable.__mul__", "self", "flow"),
    ("tf.Variable", "initial_value", "lost"),
    ("builtins.float", "x", "leaves"),
    ("builtins.int", "x", "leaves"),
    ("builtins.sum", "iterable", "flow"),
    ("builtins.abs", "x", "flow"),
    ("builtins.pow", "base", "flow"),
    ("tf.random.normal", "mean", "flow"),
    ("tf.random.gamma", "alpha", "flow"),
    ("tf.random.uniform", "maxval", "flow"),
    ("tf.random.categorical", "logits", "none"),
    ("tf.strings.as_string", "input", "none"),
    ("tf.strings.to_number", "input", "none"),
    ("tf.reduce_any", "input_tensor", "none"),
    ("tf.reduce_max", "input_tensor", "flow"),
    ("tf.nn.zero_fraction", "value", "none"),
    ("tf.math.angle", "input", "flow"),
    ("tf.math.cumprod", "x", "flow"),
    ("tf.math.nextafter", "x1", "flow"),
    ("tf.math.is_nan", "x", "none"),
    ("tf.tensor_scatter_nd_update", "updates", "flow"),
    ("tf.dynamic_partition", "data", "flow"),
    ("tf.clip_by_value", "t", "flow"),
    ("tf.nn.sigmoid_cross_entropy_with_logits", "logits", "flow"),
    ("tf.nn.embedding_lookup", "ids", "select"),
    ("tf.nn.relu", "features", "flow"),
    ("tf.experimental.numpy.sort", "a", "flow"),
    ("keras.ops.round", "x", "none"),
    ("keras.ops.floor", "x", "none"),
    ("keras.ops.sign", "x", "zero"),
    ("keras.ops.argmax", "x", "none"),
    ("keras.ops.digitize", "x", "none"),
    ("keras.ops.slice_update", "inputs", "raises"),
    ("keras.ops.median", "x", "flow"),
    ("keras.metrics.binary_accuracy", "y_pred", "none"),
    ("keras.losses.mean_squared_error", "y_pred", "flow"),
    ("tf.keras.losses.mse", "y_pred", "flow"),
    ("TensorArray.stack", "self", "flow"),
    ("TensorArray.write", "value", "flow"),
]


@pytest.mark.parametrize(("name", "argument", "effect"), EXPECTED)
def test_what_the_table_says(name: str, argument: str, effect: str) -> None:
    assert _op(name).effect_of(None, argument) == effect


@pytest.mark.parametrize(
    ("name", "argument", "given", "effect"),
    [
        ("tf.cast", "x", {"dtype": "int"}, "none"),
        ("tf.cast", "x", {"dtype": "float"}, "flow"),
        ("tf.cast", "x", {"dtype": "complex"}, "flow"),
        ("tf.image.convert_image_dtype", "image", {"dtype": "int"}, "none"),
        ("tf.image.resize", "images", {"method": "area"}, "raises"),
        ("tf.image.resize", "images", {"method": "bicubic"}, "flow"),
        ("tf.image.resize", "images", {"method": "lanczos3"}, "flow"),
        ("tf.linalg.lstsq", "matrix", {"fast": "False"}, "raises"),
        ("tf.linalg.lstsq", "matrix", NOTHING, "flow"),
        ("tf.while_loop", "loop_vars", {"back_prop": "False"}, "flow"),
        ("tf.while_loop", "loop_vars", {"back_prop": "False", "mode": "traced"}, "none"),
        ("tf.constant", "value", NOTHING, "flow"),
        ("tf.constant", "value", TRACED, "raises"),
        ("tf.constant", "value", {"kind": "variable"}, "lost"),
        ("tf.Variable", "initial_value", TRACED, "raises"),
        ("Tensor.numpy", "self", TRACED, "raises"),
        ("builtins.float", "x", TRACED, "flow"),
    ],
)
def test_what_depends_on_arguments_or_mode(
    name: str, argument: str, given: Mapping[str, str], effect: str
) -> None:
    assert _op(name).effect_of(None, argument, given) == effect


@pytest.mark.parametrize(
    ("name", "singular", "masked"),
    [
        ("tf.math.log", "x:0", "nan"),
        ("tf.sqrt", "x:0/-1", "ok"),
        ("tf.math.rsqrt", "x:0/-1", "ok"),
        ("tf.math.reciprocal", "x:0", "ok"),
        ("tf.math.log1p", "x:-1", "nan"),
        ("tf.acos", "x:1/-1", "nan"),
        ("tf.asin", "x:1/-1", "nan"),
        ("tf.math.atanh", "x:1/-1", "nan"),
        ("tf.divide", "y:0", "nan"),
        ("Tensor.__truediv__", "other:0", "nan"),
        ("tf.pow", "x:0/-1", "nan"),
        ("tf.exp", None, "nan"),
        ("tf.norm", "tensor:0", None),
        ("tf.math.divide_no_nan", None, None),
        ("tf.math.softplus", None, None),
        ("tf.nn.l2_normalize", None, None),
    ],
)
def test_singular_points(name: str, singular: str | None, masked: str | None) -> None:
    facts = _op(name).facts
    assert (facts.get("singular"), facts.get("masked")) == (singular, masked)


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("tf.exp", "elementwise"),
        ("tf.add", "elementwise"),
        ("tf.reduce_sum", "reduce"),
        ("tf.norm", "reduce"),
        ("tf.nn.softmax", "same"),
        ("tf.sort", "same"),
        ("tf.nn.l2_loss", "scalar"),
        ("keras.losses.mean_squared_error", "last"),
        ("tf.concat", None),
        ("tf.stack", None),
        ("tf.reshape", None),
    ],
)
def test_shapes_of_results(name: str, shape: str | None) -> None:
    assert _op(name).facts.get("shape") == shape


def test_results_that_are_no_floats() -> None:
    assert _op("tf.argmax").result == "int"
    assert _op("tf.equal").result == "bool"
    assert _op("tf.strings.as_string").result == "string"
    assert _op("tf.signal.rfft").result == "complex"
    assert _op("Tensor.numpy").result == "ndarray"
    assert [r.effect for r in _op("tf.nn.top_k").results] == ["flow", "int"]
    assert [r.effect for r in _op("tf.linalg.slogdet").results] == ["zero", "flow"]


# -- TensorFlow agrees


@pytest.mark.tensorflow
def test_a_random_sample_measured_again_agrees() -> None:
    pytest.importorskip("tensorflow")
    command = [sys.executable, "-m", "tools.measure_ops", "--compare", "40", "--seed", "2025"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]


def test_a_missing_tensorflow_is_said_clearly(tmp_path: Path) -> None:
    """Nothing is written, and the message names the remedy."""
    (tmp_path / "tensorflow.py").write_text("raise ImportError('not here')\n", encoding="utf-8")
    table = tmp_path / "ops.txt"
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); sys.argv[1:] = ['--output', "
        f"{str(table)!r}]; from tools.measure_ops.__main__ import main; sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert "TensorFlow is not installed" in done.stderr
    assert not table.exists()
