# effect: error
# raises: InaccessibleTensorError
# an autoregressive rollout in a tf.function collects its frames in a Python list
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(107)

HORIZON = 6


class WorldModel(keras.Model):
    """Predicts the next state of a pendulum, step by step."""

    def __init__(self, units):
        super().__init__()
        self.hidden = keras.layers.Dense(units, activation="tanh")
        self.delta = keras.layers.Dense(2)

    def call(self, state):
        return state + 0.1 * self.delta(self.hidden(state))

    def rollout(self, state, horizon):
        frames = []
        for _ in tf.range(horizon):
            state = self(state)
            frames.append(state)  # TFG404
        return tf.stack(frames, axis=1)


def simulate(count, horizon):
    rng = np.random.default_rng(22)
    angle = rng.uniform(-1.0, 1.0, size=(count, 1))
    speed = rng.uniform(-0.5, 0.5, size=(count, 1))
    frames = []
    for _ in range(horizon + 1):
        frames.append(np.concatenate([angle, speed], axis=1))
        speed = speed - 0.1 * np.sin(angle)
        angle = angle + 0.1 * speed
    frames = np.stack(frames, axis=1).astype("float32")
    return frames[:, 0], frames[:, 1:]


model = WorldModel(12)
model(tf.zeros((1, 2)))
optimizer = keras.optimizers.Adam(1e-3)
loss_fn = keras.losses.MeanSquaredError()


@tf.function
def train_step(start, future, horizon):
    with tf.GradientTape() as tape:
        predicted = model.rollout(start, horizon)
        loss = loss_fn(future, predicted)
    gradients = tape.gradient(loss, model.trainable_variables)
    gradients, norm = tf.clip_by_global_norm(gradients, 1.0)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss, norm


start, future = simulate(32, HORIZON)
batches = tf.data.Dataset.from_tensor_slices((start, future)).batch(16)
for epoch in range(1):
    for x, y in batches:
        loss, norm = train_step(x, y, tf.constant(HORIZON))
    print(f"epoch {epoch}: loss {float(loss):.5f}, gradient norm {float(norm):.3f}")
