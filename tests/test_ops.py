"""The op table: its reader, what it says about ops people meet, and that TensorFlow agrees."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tflintgrad.flow import ops
from tflintgrad.flow.op import Op, parse

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


def _table(*texts: str) -> ops.OpTable:
    return ops.OpTable(tuple(ops.SortedLines(text.encode()) for text in texts))


def _op(name: str) -> Op:
    found = ops.lookup(name)
    assert found is not None, f"{name} has no line"
    return found


# -- the reader


class TestReader:
    """On a table of a dozen lines."""

    table = _table(SMALL)

    def op(self, name: str) -> Op:
        found = self.table.lookup(name)
        assert found is not None, f"{name} has no line"
        return found

    def test_unknown_names_have_no_entry(self) -> None:
        for name in ("tf.arg", "tf.argmax2", "tf", "", "zzz.zzz", "tf.math", "a.b"):
            assert self.table.lookup(name) is None

    def test_classes_by_position_and_by_keyword(self) -> None:
        op = self.op("tf.argmax")
        assert [op.effect_of(i) for i in range(4)] == ["none", "select", "", ""]
        assert op.effect_of(None, "input") == "none"
        assert op.result == "int"

    def test_arguments_the_table_does_not_know_count_as_flow(self) -> None:
        assert self.op("tf.argmax").effect_of(9) == "flow"
        assert self.op("tf.argmax").effect_of(None, "new_in_some_version") == "flow"

    def test_an_alias_leads_to_the_canonical_entry(self) -> None:
        assert self.op("tf.math.argmax") == self.op("tf.argmax")
        assert self.op("tf.math.argmax").name == "tf.argmax"

    def test_wildcard_aliases_keep_the_rest_of_the_name(self) -> None:
        assert self.op("tf.keras.ops.exp").name == "keras.ops.exp"
        assert self.op("tf.compat.v1.keras.ops.exp").name == "keras.ops.exp"
        assert self.table.lookup("tf.keras.ops.nothing") is None

    def test_an_alias_that_leads_in_a_circle_ends(self) -> None:
        assert self.table.lookup("tf.loop") is None

    def test_wildcards_cover_what_has_no_line_of_its_own(self) -> None:
        assert self.op("np.linalg.norm").effect_of(0) == "leaves"
        assert self.op("np.linalg.norm").effect_of(None, "x") == "leaves"
        assert self.op("np.linalg.norm").name == "np.linalg.norm"
        assert self.op("np.shape").effect_of(0) == "shape"

    def test_variadic_arguments(self) -> None:
        op = self.op("tf.meshgrid")
        assert [op.effect_of(i) for i in (0, 1, 7)] == ["flow"] * 3
        assert op.effect_of(None, "indexing") == ""
        assert op.arguments[0].variadic

    def test_results_of_tuples(self) -> None:
        op = self.op("tf.nn.top_k")
        assert op.result == "tuple"
        assert [(r.name, r.effect) for r in op.results] == [("values", "flow"), ("indices", "int")]

    def test_exceptions_and_facts(self) -> None:
        hue = self.op("tf.image.adjust_hue")
        assert hue.effect_of(0) == "raises"
        assert hue.facts["raises"] == hue.exception_of() == "LookupError"
        assert dict(self.op("tf.sqrt").facts) == {
            "masked": "ok",
            "shape": "elementwise",
            "singular": "x:0/-1",
        }

    def test_conditions_on_what_is_known_statically(self) -> None:
        cast = self.op("tf.cast")
        assert cast.effect_of(0) == "flow"
        assert cast.effect_of(0, None, {"dtype": "int"}) == "none"
        assert cast.result_of({"dtype": "int"}) == "int"
        assert cast.result_of({"dtype": "float"}) == "float"
        resize = self.op("tf.image.resize")
        assert resize.effect_of(0, None, {"method": "box"}) == "raises"
        assert resize.exception_of({"method": "area"}) == "LookupError"
        assert resize.exception_of() == ""

    def test_all_conditions_of_a_clause_must_hold(self) -> None:
        map_fn = self.op("tf.map_fn")
        assert map_fn.effect_of(1, None, {"back_prop": "False"}) == "flow"
        assert map_fn.effect_of(1, None, {"back_prop": "False", "mode": "traced"}) == "lost"

    def test_a_star_in_a_clause_means_every_argument_with_a_class(self) -> None:
        op = self.op("tf.py_function")
        assert op.effect_of(1, None, {"mode": "traced"}) == "zero"
        assert op.effect_of(0, None, {"mode": "traced"}) == ""

    def test_its_contents(self) -> None:
        contents = self.table.contents()
        assert contents["tf.argmax"] is None
        assert contents["tf.math.argmax"] == "tf.argmax"
        assert contents["tf.keras.*"] == "keras.*"
        assert not any(name.startswith("#") for name in contents)

    def test_only_lines_that_are_asked_for_are_parsed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        parsed: list[str] = []

        def watched(line: str, name: str | None) -> Op:
            parsed.append(line)
            return parse(line, name)

        monkeypatch.setattr(ops, "parse", watched)
        table = _table(SMALL)
        for name in ("tf.argmax", "tf.argmax", "tf.math.argmax", "tf.nothing"):
            table.lookup(name)
        assert parsed == [line for line in SMALL.splitlines() if line.startswith("tf.argmax(")] * 2

    @given(st.data())
    def test_every_line_of_any_sorted_file_is_found(self, data: st.DataObject) -> None:
        words = st.text("ab._*", min_size=1, max_size=6)
        names = data.draw(st.sets(words, max_size=30))
        lines = sorted(f"{n}{data.draw(st.sampled_from(['(x:flow)', ' = a']))}" for n in names)
        file = ops.SortedLines("\n".join(["# head", *lines]).encode())
        for line in lines:
            name = line.partition("(")[0].partition(" ")[0]
            assert file.find(name) == line
            assert line in list(file.starting_with(name))
        missing = data.draw(words)
        if missing not in names:
            assert file.find(missing) is None


class TestVersions:
    """An older version is the newest one with some lines replaced, added or gone."""

    older = """\
# Measured on TensorFlow 2.15.1, Keras 2.15.0, NumPy 1.26.4.
keras.old(x:lost)
keras.ops.exp = -
tf.argmax(input:zero)
tf.math.argmin = tf.argmax
"""
    table = _table(older, SMALL)

    def test_replaced_added_and_gone(self) -> None:
        assert [a.effect for a in self.found("tf.argmax").arguments] == ["zero"]
        assert self.found("tf.math.argmax") == self.found("tf.math.argmin")
        assert self.found("keras.old").effect_of(0) == "lost"
        assert self.table.lookup("keras.ops.exp") is None
        assert self.found("tf.cast") == _table(SMALL).lookup("tf.cast")

    def test_its_contents(self) -> None:
        contents = self.table.contents()
        assert "keras.ops.exp" not in contents
        assert contents.keys() >= {"keras.old", "tf.math.argmin", "tf.cast"}

    def test_keras_2_beside_a_newer_tensorflow(self) -> None:
        mixed = ops.OpTable((ops.SortedLines(SMALL.encode()),), keras=self.table)
        assert mixed.is_keras_2
        assert not _table(SMALL).is_keras_2
        assert mixed.lookup("keras.ops.exp") is None
        assert mixed.lookup("tf.keras.old") == self.table.lookup("keras.old")
        assert mixed.lookup("tf.argmax") == _table(SMALL).lookup("tf.argmax")

    def found(self, name: str) -> Op:
        op = self.table.lookup(name)
        assert op is not None
        return op

    @pytest.mark.parametrize("version", ["2.14", "1.15.5", "two", "", "2", "2.x"])
    def test_versions_that_nobody_measured(self, version: str) -> None:
        with pytest.raises(ops.UnknownVersion, match=r"older than 2\.15|not a version"):
            ops.check_version(version)

    @pytest.mark.parametrize("version", ["2.15", "2.15.1", "2.16.0rc1", "2.21", "2.99", "3.0"])
    def test_versions_that_have_a_table(self, version: str) -> None:
        ops.check_version(version)
        is_old = version.startswith("2.15")
        assert ops.op_table(version).is_keras_2 is is_old
        assert ("Keras 2." in ops.measured_on(version)) is is_old


# -- the table itself


def test_the_table_is_sorted_and_every_line_can_be_read() -> None:
    lines = ops.rules_file("ops.txt").read_text(encoding="utf-8").splitlines()
    body = [line for line in lines if not line.startswith("#")]
    assert body == sorted(body)
    assert lines[: len(lines) - len(body)] == [line for line in lines if line.startswith("#")]
    effects = {"", "flow", "none", "zero", "lost", "raises", "detach", "leaves", "shape", "select"}
    for version in ("", "2.15"):
        table = ops.op_table(version)
        for name, alias in table.contents().items():
            if "*" not in name:
                op = table.lookup(name)
                assert op is not None or alias is not None, name
                assert op is None or {a.effect for a in op.arguments} <= effects, name


def test_loading_is_cheap() -> None:
    """Best of five, because the machine may be busy; the bar is 5 ms."""

    def load() -> float:
        ops._table.cache_clear()
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
        ("tf.while_loop", "loop_vars", {"back_prop": "False", "mode": "traced"}, "lost"),
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
    command = [sys.executable, "-m", "tools.measure_ops", "--sample", "40", "--seed", "2025"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]


@pytest.mark.full
@pytest.mark.tensorflow
def test_the_whole_table_measured_again_agrees() -> None:
    pytest.importorskip("tensorflow")
    command = [sys.executable, "-m", "tools.measure_ops", "--check"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("raise ImportError('not here')", "TensorFlow is not installed: pip install tensorflow"),
        ("__version__ = '2.9.1'", "TensorFlow 2.9.1 is too old (2.15 or newer)"),
    ],
)
def test_a_tensorflow_that_cannot_be_measured(tmp_path: Path, module: str, words: str) -> None:
    """One line, and nothing is written."""
    (tmp_path / "tensorflow.py").write_text(module, encoding="utf-8")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); sys.argv[1:] = ['--rules', "
        f"{str(tmp_path)!r}]; from tools.measure_ops.__main__ import main; sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert done.stderr == f"measure_ops: {words}\n"
    assert not list(tmp_path.glob("*.txt"))
