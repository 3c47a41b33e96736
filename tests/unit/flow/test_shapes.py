"""Shapes: what `shape_of` claims is what TensorFlow shows, and it knows what programs spell out."""

from __future__ import annotations

import pytest

from tflintgrad.engine.analyze_program import Program, analysis_lock, program_graph
from tflintgrad.flow.domain.values import Sequence
from tflintgrad.flow.properties.shapes.shape_of import Shape, shape_of

SETUP = """
import keras
import numpy as np
import tensorflow as tf
layers = keras.layers
n = int(np.random.randint(5, 6))
rng = np.random.default_rng(0)
x = tf.random.normal((n, 3))
y = tf.random.uniform([n])
w = tf.Variable(tf.zeros([3, 1]))
images = tf.zeros((2, 8, 8, 3))
words = tf.zeros((2, 7), tf.int32)
steps = tf.zeros((2, 7, 4))
array = np.zeros((4, 1))
pair = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
data = tf.data.Dataset.from_tensor_slices((np.zeros((8, 3)), np.zeros(8))).shuffle(8).batch(4)
for features, labels in data:
    pass
table = np.loadtxt(["1 2 3", "4 5 6"])
first, second = np.loadtxt(["1 2", "3 4", "5 6"], unpack=True)
fields = tf.io.decode_csv(tf.constant("1,2,3"), [0.0, 0.0, 0.0])
batches = tf.data.Dataset.from_tensors({"x": np.zeros(3)}).batch(4)
for mapped in batches:
    pass
signature = (tf.TensorSpec((3,), tf.float32), tf.TensorSpec(shape=(), dtype=tf.float32))
rows = iter([(np.zeros(3), 1.0)] * 3)
drawn = tf.data.Dataset.from_generator(lambda: rows, output_signature=signature)
for row, number in drawn.batch(2):
    pass
slices = tf.data.Dataset.from_tensor_slices
for one, other in tf.data.Dataset.zip((slices(np.zeros((4, 3))), slices(np.zeros(4)))).batch(2):
    pass
inputs = keras.Input((3,))
functional = keras.Model(inputs, layers.Dense(2)(layers.Dense(4)(inputs)))
sequential = keras.Sequential([layers.Dense(4), layers.Dropout(0.1), layers.Dense(1)])
class Own(keras.Model):
    def __init__(self):
        super().__init__()
        self.head = layers.Dense(1)
    def call(self, values):
        return tf.squeeze(self.head(values), -1)
own = Own()
carried = tf.zeros((4, 3))
for layer in [layers.Dense(5) for _ in range(3)]:
    carried = layer(carried)
widened = tf.zeros((4, 2))
for _ in range(3):
    widened = widened + tf.ones((4, 1))
"""

#: Expressions, and their shapes as `shape_of` shows them.
CASES = {
    "1.5": "()",
    "tf.constant(2.0)": "()",
    "pair": "(3, 2)",
    "tf.constant(0.0, shape=(2, 5))": "(2, 5)",
    "tf.convert_to_tensor(array)": "(4, 1)",
    "np.array([1.0, 2.0])": "(2,)",
    "np.random.rand(8, 1)": "(8, 1)",
    "np.random.normal(size=(8, 2))": "(8, 2)",
    "np.random.uniform(0, 1, 6)": "(6,)",
    "rng.normal(size=(6, 1))": "(6, 1)",
    "rng.random((6, 1))": "(6, 1)",
    "rng.standard_normal(4).astype(np.float32)": "(4,)",
    "np.linspace(0, 1, 20)": "(20,)",
    "np.linspace(0, 1, 20)[:, None]": "(20, 1)",
    "np.linspace(0, 1, 20).reshape(-1, 1)": "(20, 1)",
    "tf.linspace(0.0, 1.0, 9)": "(9,)",
    "tf.range(6)": "(6,)",
    "np.arange(2, 10, 2)": "(4,)",
    "tf.split(x, 3, axis=1)[0]": "(n, 1)",
    "tf.split(pair, [1, 1], axis=-1)[0]": "(3, ?)",
    "tf.unstack(pair, axis=1)[0]": "(3,)",
    "carried": "(4, 5)",
    "widened": "(4, 2)",
    "x": "(n, 3)",
    "y": "(n,)",
    "tf.zeros_like(x)": "(n, 3)",
    "tf.zeros((x.shape[0], 1))": "(n, 1)",
    "tf.zeros((tf.shape(x)[0], 2))": "(n, 2)",
    "tf.ones(x.shape)": "(n, 3)",
    "tf.ones(tf.shape(y))": "(n,)",
    "np.zeros(len(array))": "(4,)",
    "x + y[:, None]": "(n, 3)",
    "tf.square(y - tf.matmul(x, w))": "(n, n)",
    "x @ w": "(n, 1)",
    "-x": "(n, 3)",
    "x > 0.5": "(n, 3)",
    "tf.cast(x > 0.5, tf.float32)": "(n, 3)",
    "tf.nn.softmax(x)": "(n, 3)",
    "tf.linalg.matvec(x, w[:, 0])": "(n,)",
    "x[:, 0]": "(n,)",
    "x[:, 0:1]": "(n, 1)",
    "x[:, 1:]": "(n, 2)",
    "x[..., 0]": "(n,)",
    "x[..., tf.newaxis]": "(n, 3, 1)",
    "x[0]": "(3,)",
    "x[-1, 2]": "()",
    "x[None]": "(1, n, 3)",
    "array[:, 0]": "(4,)",
    "array[:2]": "(2, 1)",
    "tf.reshape(x, [-1])": "(?,)",
    "tf.reshape(y, [-1, 1])": "(n, 1)",
    "tf.reshape(y, (-1,))": "(n,)",
    "tf.reshape(pair, [2, -1])": "(2, 3)",
    "tf.expand_dims(y, -1)": "(n, 1)",
    "tf.expand_dims(y, axis=0)": "(1, n)",
    "tf.squeeze(x @ w)": "(n,)",
    "tf.squeeze(x @ w, axis=-1)": "(n,)",
    "tf.transpose(x)": "(3, n)",
    "tf.transpose(steps, [0, 2, 1])": "(2, 4, 7)",
    "array.flatten()": "(4,)",
    "array.ravel()": "(4,)",
    "tf.reduce_mean(x)": "()",
    "tf.reduce_sum(x, axis=1)": "(n,)",
    "tf.reduce_sum(x, 1, keepdims=True)": "(n, 1)",
    "tf.reduce_mean(steps, axis=[1, 2])": "(2,)",
    "tf.reduce_mean(x, keepdims=True)": "(1, 1)",
    "tf.norm(x, axis=-1)": "(n,)",
    "np.mean(array, axis=0)": "(1,)",
    "array.sum(axis=1)": "(4,)",
    "tf.argmax(x, axis=1)": "(n,)",
    "tf.stack([y, y], axis=1)": "(n, 2)",
    "tf.stack([y, y, y])": "(3, n)",
    "tf.concat([x, x], axis=1)": "(n, 6)",
    "tf.concat([x, x], 0)": "(?, 3)",
    "tf.gather(pair, [0, 2])": "(2, 2)",
    "tf.one_hot(words, 10)": "(2, 7, 10)",
    "np.stack([array[:, 0] * i for i in range(60)])": "(60, 4)",
    "tf.constant([float(i) for i in range(n)])": "(n,)",
    "tf.where(x > 0, x, 0.0)": "(n, 3)",
    "tf.maximum(y, 0.0)": "(n,)",
    "features": "(n, 3)",
    "labels": "(n,)",
    "table[:, -1]": "(n,)",
    "(table / 2.0)[:1, :-1]": "(1, ?)",
    "first": "(n,)",
    "fields[-1]": "()",
    "tf.stack(fields[:-1])": "(?,)",
    "mapped['x']": "(n, 3)",
    "row": "(n, 3)",
    "number": "(n,)",
    "one": "(n, 3)",
    "other": "(n,)",
    "np.column_stack([array[:, 0], array])": "(4, 2)",
    "np.hstack([array, array])": "(4, 2)",
    "np.vstack([array[:, 0], array[:, 0]])": "(2, 4)",
    "layers.Dense(4)(x)": "(n, 4)",
    "layers.Dense(1, activation='relu')(features)": "(n, 1)",
    "layers.Flatten()(images)": "(2, 192)",
    "layers.Conv2D(16, 3)(images)": "(2, ?, ?, 16)",
    "layers.MaxPooling2D()(images)": "(2, ?, ?, 3)",
    "layers.GlobalAveragePooling2D()(images)": "(2, 3)",
    "layers.Embedding(10, 5)(words)": "(2, 7, 5)",
    "layers.LSTM(6)(steps)": "(2, 6)",
    "layers.GRU(6, return_sequences=True)(steps)": "(2, 7, 6)",
    "layers.Concatenate()([x, x])": "(n, 6)",
    "layers.Add()([x, x])": "(n, 3)",
    "layers.Reshape((3, 1))(x)": "(n, 3, 1)",
    "functional(x)": "(n, 2)",
    "sequential(x)": "(n, 1)",
    "sequential(features)": "(n, 1)",
    "own(x)": "(n,)",
    "keras.losses.mean_squared_error(y[:, None], sequential(x))": "(n,)",
    "tf.keras.losses.MSE(labels, sequential(features))": "(n,)",
    "keras.losses.MeanSquaredError()(y, sequential(x))": "()",
    "keras.losses.MeanSquaredError(reduction='none')(x, x)": "(n,)",
    "tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=x)": "(n, 3)",
    "tf.nn.softmax_cross_entropy_with_logits(labels=x, logits=x)": "(n,)",
}  # fmt: skip


@pytest.fixture(scope="module")
def shapes() -> dict[str, Shape]:
    listed = ",\n    ".join(CASES)
    text = f"{SETUP}\nwith tf.GradientTape() as tape:\n    found = [\n    {listed},\n]\n"
    text += "tape.gradient(found, w)\n"
    with analysis_lock:
        graph = program_graph(Program(text, "program.py"))
        assert not graph.crashes
        target = graph.queries[-1].target
        assert isinstance(target, Sequence)
        return {case: shape_of(item) for case, item in zip(CASES, target.items, strict=True)}


@pytest.mark.parametrize("expression", CASES)
def test_known(shapes: dict[str, Shape], expression: str) -> None:
    assert str(shapes[expression]) == CASES[expression]


@pytest.mark.slow
@pytest.mark.tensorflow
def test_tensorflow_agrees(shapes: dict[str, Shape]) -> None:
    tf = pytest.importorskip("tensorflow")
    names: dict[str, object] = {}
    exec(SETUP, names)
    for expression, shape in shapes.items():
        real = tuple(tf.shape(eval(expression, names)).numpy())
        assert len(real) == len(shape.dims), expression
        named: dict[str, int] = {}
        for dim, size in zip(shape.dims, real, strict=True):
            assert not isinstance(dim, int) or dim == size, expression
            if isinstance(dim, str):
                assert named.setdefault(dim, size) == size, expression
