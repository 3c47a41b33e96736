# effect: none
# a recurrent memory that lives in a non-trainable weight: what goes in never comes back
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(37)

BATCH = 8
STEPS = 5


class Memory(keras.layers.Layer):
    """Keeps one slot per row of the batch and mixes every new frame into it."""

    def __init__(self, units, batch_size, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.batch_size = batch_size

    def build(self, input_shape):
        self.write_kernel = self.add_weight(
            name="write", shape=(input_shape[-1], self.units), initializer="glorot_uniform"
        )
        self.keep_logit = self.add_weight(name="keep", shape=(self.units,), initializer="zeros")
        self.slots = self.add_weight(
            name="slots", shape=(self.batch_size, self.units), initializer="zeros", trainable=False
        )

    def reset(self):
        self.slots.assign(tf.zeros_like(self.slots))

    def call(self, frame):
        keep = tf.sigmoid(self.keep_logit)
        written = tf.tanh(tf.matmul(frame, self.write_kernel))
        self.slots.assign(keep * self.slots + (1.0 - keep) * written)  # TFG403
        return tf.convert_to_tensor(self.slots)


class VideoModel(keras.Model):
    def __init__(self, batch_size):
        super().__init__()
        self.memory = Memory(6, batch_size)
        self.memory.build((batch_size, 3))
        self.read = keras.layers.Dense(1)

    def call(self, frames, training=False):
        self.memory.reset()
        for step in range(STEPS):
            state = self.memory(frames[:, step])
        return self.read(state)


def make_clips(count):
    rng = np.random.default_rng(6)
    clips = rng.normal(size=(count, STEPS, 3)).astype("float32")
    energy = np.square(clips).mean(axis=(1, 2), keepdims=False)[:, None]
    return clips, energy.astype("float32")


clips, energy = make_clips(3 * BATCH)
dataset = tf.data.Dataset.from_tensor_slices((clips, energy)).batch(BATCH, drop_remainder=True)
model = VideoModel(BATCH)
optimizer = keras.optimizers.Adam(1e-2)
loss_fn = keras.losses.MeanSquaredError()

for number, (batch, target) in enumerate(dataset):
    with tf.GradientTape() as tape:
        loss = loss_fn(target, model(batch, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    pairs = [(g, v) for g, v in zip(gradients, model.trainable_variables) if g is not None]
    optimizer.apply_gradients(pairs)
    print(f"batch {number}: loss {loss.numpy():.4f}, {len(pairs)} variables trained")
