# effect: ok
# Loss subclasses: safe logarithms behind two wheres, detached weights, sample weights
import keras
import numpy as np
import tensorflow as tf
from keras import ops

keras.utils.set_random_seed(8)


class ZeroInflatedLogNormal(keras.losses.Loss):
    """Customers who buy nothing, and the logarithm of what the others pay."""

    def __init__(self, reduction="sum_over_batch_size", name="ziln"):
        super().__init__(reduction=reduction, name=name)

    def call(self, y_true, y_pred):
        bought = tf.cast(y_true > 0.0, tf.float32)
        purchase = tf.nn.sigmoid_cross_entropy_with_logits(bought, y_pred[..., :1])
        mean = y_pred[..., 1:2]
        scale = tf.maximum(tf.nn.softplus(y_pred[..., 2:]), 1e-3)
        safe_amount = tf.where(y_true > 0.0, y_true, tf.ones_like(y_true))
        z = (tf.math.log(safe_amount) - mean) / scale
        log_density = -0.5 * tf.square(z) - tf.math.log(scale) - tf.math.log(safe_amount)
        return tf.reduce_mean(purchase - bought * log_density, axis=-1)


class HardExamples(keras.losses.Loss):
    """Mean squared error, with larger weights for larger errors; the weights are not learned."""

    def call(self, y_true, y_pred):
        error = ops.square(ops.where(y_true > 0.0, y_true, 0.0) - y_pred[..., 1:2])
        weight = ops.stop_gradient(error / (ops.max(error) + 1e-6))
        ranks = ops.argsort(ops.argsort(error[:, 0]))
        weight = weight[:, 0] * (1.0 + ops.cast(ranks, "float32") / 10.0)
        return weight * error[:, 0]


def make_customers(count):
    rng = np.random.default_rng(12)
    x = rng.normal(size=(count, 4)).astype("float32")
    spent = np.exp(0.5 * x[:, :1] + rng.normal(scale=0.3, size=(count, 1)))
    spent[x[:, 1] < 0.0] = 0.0
    importance = rng.uniform(0.5, 1.5, size=count)
    return x, spent.astype("float32"), importance.astype("float32")


def build():
    inputs = keras.Input((4,))
    hidden = keras.layers.Dense(8, activation="silu")(inputs)
    return keras.Model(inputs, keras.layers.Dense(3)(hidden))


x, spent, importance = make_customers(48)
for loss in (ZeroInflatedLogNormal(), HardExamples(reduction="sum")):
    model = build()
    model.compile(optimizer=keras.optimizers.Adam(1e-2), loss=loss)
    history = model.fit(x, spent, sample_weight=importance, batch_size=16, epochs=1, verbose=0)
    output = model.predict(x, verbose=0)
    chance = 1.0 / (1.0 + np.exp(-output[:, 0]))
    print(loss.name, history.history["loss"][-1], "share of buyers", float((chance > 0.5).mean()))
