"""The op table: what it says about ops people meet, and that TensorFlow agrees."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tflintgrad.knowledge import op_table
from tflintgrad.knowledge.op_entry import Op


def _op(name: str) -> Op:
    found = op_table.lookup(name)
    assert found is not None, f"{name} has no line"
    return found


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
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]


@pytest.mark.full
@pytest.mark.tensorflow
def test_the_whole_table_measured_again_agrees() -> None:
    pytest.importorskip("tensorflow")
    command = [sys.executable, "-m", "tools.measure_ops", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
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
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert done.stderr == f"measure_ops: {words}\n"
    assert not list(tmp_path.glob("*.txt"))
