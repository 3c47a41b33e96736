# effect: none
# gradients of a convolutional model with batch normalisation, asked for all its weights
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(109)

STEPS = 4
ACCUMULATE = 2


def conv_block(x, filters):
    x = layers.Conv2D(filters, 3, padding="same", use_bias=False)(x)
    x = layers.BatchNormalization()(x)
    return layers.Activation("relu")(x)


def build(classes):
    inputs = keras.Input((8, 8, 3))
    x = conv_block(inputs, 4)
    x = layers.MaxPooling2D()(x)
    x = conv_block(x, 8)
    x = layers.GlobalAveragePooling2D()(x)
    return keras.Model(inputs, layers.Dense(classes)(x))


def batches(count, size, classes):
    rng = np.random.default_rng(24)
    for _ in range(count):
        labels = rng.integers(0, classes, size=size)
        images = rng.normal(size=(size, 8, 8, 3)) + labels[:, None, None, None] * 0.5
        yield tf.constant(images, tf.float32), tf.constant(labels)


class Accumulator:
    """Sums gradients over several small batches before the optimizer moves."""

    def __init__(self, variables, optimizer):
        self.variables = variables
        self.optimizer = optimizer
        self.sums = [tf.zeros(variable.shape) for variable in variables]
        self.count = 0

    def add(self, gradients):
        self.sums = [s if g is None else s + g for s, g in zip(self.sums, gradients)]
        self.count += 1

    def apply(self):
        means = [s / self.count for s in self.sums]
        self.optimizer.apply_gradients(zip(means, self.variables))
        self.sums = [tf.zeros_like(s) for s in self.sums]
        self.count = 0


model = build(3)
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
accumulator = Accumulator(model.weights, keras.optimizers.SGD(0.05))
for number, (images, labels) in enumerate(batches(STEPS, 8, 3)):
    with tf.GradientTape() as tape:
        logits = model(images, training=True)
        loss = loss_fn(labels, logits)
    gradients = tape.gradient(loss, model.weights)  # TFG801
    accumulator.add(gradients)
    if accumulator.count == ACCUMULATE:
        accumulator.apply()
    missing = sum(gradient is None for gradient in gradients)
    print(f"batch {number}: loss {loss.numpy():.3f}, {missing} weights without a gradient")
