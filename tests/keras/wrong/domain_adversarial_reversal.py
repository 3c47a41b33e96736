# effect: error
# raises: InternalError
# domain-adversarial training: the reversal gets two arguments and gives one gradient
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(53)


@tf.custom_gradient
def flip_gradient(features, strength):
    def grad(upstream):
        return -strength * upstream  # TFG702

    return tf.identity(features), grad


class GradientReversal(layers.Layer):
    def __init__(self, strength=1.0, **kwargs):
        super().__init__(**kwargs)
        self.strength = strength

    def call(self, features):
        return flip_gradient(features, tf.constant(self.strength))


def two_domains(count):
    rng = np.random.default_rng(14)
    labels = rng.integers(0, 2, size=count)
    x = rng.normal(size=(count, 4)) + labels[:, None]
    domain = rng.integers(0, 2, size=count)
    x[:, 3] += 3.0 * domain
    return x.astype("float32"), labels.astype("float32"), domain.astype("float32")


def build():
    inputs = keras.Input((4,))
    features = layers.Dense(8, activation="relu", name="features")(inputs)
    label = layers.Dense(1, activation="sigmoid", name="label")(features)
    reversed_features = GradientReversal(0.3)(features)
    domain = layers.Dense(6, activation="relu")(reversed_features)
    domain = layers.Dense(1, activation="sigmoid", name="domain")(domain)
    return keras.Model(inputs, [label, domain])


x, labels, domain = two_domains(48)
model = build()
model.compile(
    optimizer="adam",
    loss=["binary_crossentropy", "binary_crossentropy"],
    loss_weights=[1.0, 0.5],
    metrics=[["accuracy"], ["accuracy"]],
)
model.fit(x, [labels, domain], batch_size=16, epochs=1, verbose=0)
results = model.evaluate(x, [labels, domain], verbose=0, return_dict=True)
for name, value in results.items():
    print(f"{name}: {value:.3f}")
features = keras.Model(model.input, model.get_layer("features").output)
gap = features.predict(x[domain == 1], verbose=0).mean(axis=0)
gap = gap - features.predict(x[domain == 0], verbose=0).mean(axis=0)
print("distance of the domains", float(np.linalg.norm(gap)))
