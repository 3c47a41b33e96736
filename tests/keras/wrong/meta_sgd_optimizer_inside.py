# effect: none
# learning the rate of the inner step: the optimizer writes it into variables
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(97)

TASKS = 3
SHOTS = 6


def sample_task(rng):
    """A sine with its own amplitude and phase; support and query points."""
    amplitude, phase = rng.uniform(0.5, 2.0), rng.uniform(0.0, np.pi)
    x = rng.uniform(-3.0, 3.0, size=(2 * SHOTS, 1)).astype("float32")
    y = (amplitude * np.sin(x + phase)).astype("float32")
    return (x[:SHOTS], y[:SHOTS]), (x[SHOTS:], y[SHOTS:])


def make_learner():
    return keras.Sequential(
        [keras.Input((1,)), keras.layers.Dense(8, activation="tanh"), keras.layers.Dense(1)]
    )


class MetaLearner:
    """Learns one log-rate per variable of the learner."""

    def __init__(self):
        self.learner = make_learner()
        self.initial = self.learner.get_weights()
        self.log_rates = [
            tf.Variable(-3.0, name=f"rate_{index}") for index in range(len(self.initial))
        ]
        self.inner_optimizer = keras.optimizers.SGD(1.0)
        self.outer_optimizer = keras.optimizers.Adam(0.01)
        self.loss_fn = keras.losses.MeanSquaredError()

    def adapt(self, x, y):
        variables = self.learner.trainable_variables
        with tf.GradientTape() as tape:
            loss = self.loss_fn(y, self.learner(x, training=True))
        gradients = tape.gradient(loss, variables)
        scaled = [tf.exp(rate) * g for rate, g in zip(self.log_rates, gradients)]
        self.inner_optimizer.apply_gradients(zip(scaled, variables))  # TFG408

    def meta_step(self, support, query):
        self.learner.set_weights(self.initial)
        with tf.GradientTape() as tape:
            self.adapt(*support)
            query_loss = self.loss_fn(query[1], self.learner(query[0]))
        gradients = tape.gradient(query_loss, self.log_rates)
        known = [(g, v) for g, v in zip(gradients, self.log_rates) if g is not None]
        if known:
            self.outer_optimizer.apply_gradients(known)
        return float(query_loss)


rng = np.random.default_rng(1)
meta = MetaLearner()
for task in range(TASKS):
    support, query = sample_task(rng)
    print(f"task {task}: query loss {meta.meta_step(support, query):.4f}")
print("rates", [float(tf.exp(rate)) for rate in meta.log_rates])
