# effect: ok
# regularizers in TensorFlow; constraints may round and threshold, they run after the step
import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops

keras.utils.set_random_seed(5)


class Orthogonal(keras.regularizers.Regularizer):
    def __init__(self, strength):
        self.strength = strength

    def __call__(self, kernel):
        gram = ops.matmul(ops.transpose(kernel), kernel)
        size = int(gram.shape[0])
        return self.strength * ops.sum(ops.square(gram - np.eye(size, dtype="float32")))


def group_lasso(kernel):
    """The root of a sum of squares, kept away from zero."""
    return 1e-3 * tf.reduce_sum(tf.sqrt(tf.reduce_sum(tf.square(kernel), axis=1) + 1e-8))


class Prune(keras.constraints.Constraint):
    """Sets small weights to zero and keeps the others on a grid."""

    def __init__(self, threshold, step):
        self.threshold = threshold
        self.step = step

    def __call__(self, kernel):
        keep = ops.cast(ops.abs(kernel) > self.threshold, kernel.dtype)
        return keep * ops.round(kernel / self.step) * self.step


class UnitSign(keras.constraints.Constraint):
    def __call__(self, bias):
        return ops.sign(bias) * ops.minimum(ops.abs(bias), 1.0)


def make_data(count):
    rng = np.random.default_rng(8)
    x = rng.normal(size=(count, 5)).astype("float32")
    return x, (x[:, :1] - 2.0 * x[:, 3:4]).astype("float32")


model = keras.Sequential(
    [
        keras.Input((5,)),
        layers.Dense(
            6, activation="tanh", kernel_regularizer=Orthogonal(0.01), bias_constraint=UnitSign()
        ),
        layers.Dense(
            4, activation="tanh", kernel_regularizer=group_lasso, activity_regularizer="l1"
        ),
        layers.Dense(1, kernel_constraint=Prune(0.05, 1 / 64), kernel_regularizer="l2"),
    ]
)
x, y = make_data(64)
model.compile(optimizer=keras.optimizers.SGD(0.02), loss=keras.losses.Huber())
history = model.fit(x, y, batch_size=16, epochs=1, verbose=0)
model(x[:4])
kernel = model.layers[-1].get_weights()[0]
print("loss", history.history["loss"][-1], "penalties", [float(p) for p in model.losses])
print("zeros in the last kernel", int((kernel == 0.0).sum()))
print("on the grid", bool(np.allclose(kernel * 64, np.round(kernel * 64))))
