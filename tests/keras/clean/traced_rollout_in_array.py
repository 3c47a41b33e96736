# effect: ok
# rollouts in a tf.function: a TensorArray in the traced loop, a list in the unrolled one
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(46)

HORIZON = 5


class WorldModel(keras.Model):
    def __init__(self, units):
        super().__init__()
        self.hidden = keras.layers.Dense(units, activation="tanh")
        self.delta = keras.layers.Dense(2)

    def call(self, state):
        return state + 0.1 * self.delta(self.hidden(state))

    def rollout(self, state, horizon):
        frames = tf.TensorArray(tf.float32, size=horizon)
        for step in tf.range(horizon):
            state = self(state)
            frames = frames.write(step, state)
        return tf.transpose(frames.stack(), [1, 0, 2])

    def short_rollout(self, state):
        frames = []
        for _ in range(2):
            state = self(state)
            frames.append(state)
        return tf.stack(frames, axis=1)


def simulate(count, horizon):
    rng = np.random.default_rng(47)
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
        long_loss = loss_fn(future, predicted)
        short_loss = loss_fn(future[:, :2], model.short_rollout(start))
        loss = long_loss + 0.5 * short_loss
    gradients = tape.gradient(loss, model.trainable_variables)
    gradients, norm = tf.clip_by_global_norm(gradients, 1.0)
    if tf.math.is_finite(norm):
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss, norm


start, future = simulate(32, HORIZON)
optimizer.build(model.trainable_variables)
batches = tf.data.Dataset.from_tensor_slices((start, future)).batch(16)
log = []
for x, y in batches:
    loss, norm = train_step(x, y, tf.constant(HORIZON))
    log.append((loss.numpy(), norm.numpy()))
print("loss and norm", np.array(log))
dream = model.rollout(tf.constant(start[:1]), HORIZON).numpy()
print("drift", float(np.abs(dream - future[:1]).max()))
