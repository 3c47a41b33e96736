# effect: ok
# domain-adversarial training: the strength is closed over, the upstream gradient is used
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(22)


def reverse_gradient(strength):
    @tf.custom_gradient
    def flip(features):
        def grad(upstream):
            return -strength * upstream

        return tf.identity(features), grad

    return flip


class GradientReversal(layers.Layer):
    """The strength grows with training; the variable is not trainable."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.progress = self.add_weight(
            name="progress", shape=(), initializer="zeros", trainable=False
        )

    def call(self, features):
        strength = 2.0 / (1.0 + tf.exp(-10.0 * self.progress)) - 1.0 + 0.1
        return reverse_gradient(tf.stop_gradient(strength))(features)


class Progress(keras.callbacks.Callback):
    def __init__(self, layer, steps):
        super().__init__()
        self.layer, self.steps = layer, steps

    def on_train_batch_end(self, batch, logs=None):
        self.layer.progress.assign((batch + 1) / self.steps)


def two_domains(count):
    rng = np.random.default_rng(23)
    labels = rng.integers(0, 2, size=count)
    x = rng.normal(size=(count, 4)) + labels[:, None]
    domain = rng.integers(0, 2, size=count)
    x[:, 3] += 3.0 * domain
    return x.astype("float32"), labels.astype("float32"), domain.astype("float32")


reversal = GradientReversal()
inputs = keras.Input((4,))
features = layers.Dense(8, activation="relu")(inputs)
label = layers.Dense(1, activation="sigmoid", name="label")(features)
domain_output = layers.Dense(6, activation="relu")(reversal(features))
domain_output = layers.Dense(1, activation="sigmoid", name="domain")(domain_output)
model = keras.Model(inputs, {"label": label, "domain": domain_output})

x, labels, domain = two_domains(48)
model.compile(
    optimizer="adam",
    loss={"label": "binary_crossentropy", "domain": keras.losses.BinaryFocalCrossentropy()},
    loss_weights={"label": 1.0, "domain": 0.5},
    metrics={"label": ["accuracy"], "domain": ["accuracy"]},
)
targets = {"label": labels[:, None], "domain": domain[:, None]}
model.fit(x, targets, batch_size=16, epochs=1, verbose=0, callbacks=[Progress(reversal, 3)])
print(model.evaluate(x, targets, verbose=0, return_dict=True))
print("strength now", float(reversal.progress.numpy()))
