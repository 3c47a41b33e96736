# effect: ok
# gradients accumulated in variables over several batches, per task and for the shared trunk
import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(44)

TASKS = ("age", "height", "weight")


class Accumulating(keras.Model):
    """Multi-task model that moves every few batches only."""

    def __init__(self, every):
        super().__init__()
        self.every = every
        self.trunk = layers.Dense(10, activation="relu")
        self.towers = {name: layers.Dense(1, name=name) for name in TASKS}

    def build(self, input_shape):
        self.trunk.build(input_shape)
        for tower in self.towers.values():
            tower.build((None, 10))
        self.sums = [
            tf.Variable(tf.zeros(variable.shape), trainable=False)
            for variable in self.trainable_variables
        ]
        self.seen = tf.Variable(0, trainable=False)

    def call(self, inputs, training=False):
        shared = self.trunk(inputs)
        return {name: self.towers[name](shared) for name in TASKS}

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            predictions = self(x, training=True)
            total = tf.constant(0.0)
            losses = {}
            for name in TASKS:
                loss = tf.reduce_mean(tf.abs(y[name] - predictions[name]))
                losses[name] = loss
                total += loss / len(TASKS)
        gradients = tape.gradient(total, self.trainable_variables)
        self.seen.assign_add(1)
        for accumulated, gradient in zip(self.sums, gradients):
            accumulated.assign_add(gradient / self.every)
        tf.cond(tf.equal(self.seen % self.every, 0), self.move, lambda: tf.constant(False))
        return {"loss": total, **losses}

    def move(self):
        self.optimizer.apply_gradients(zip(self.sums, self.trainable_variables))
        for accumulated in self.sums:
            accumulated.assign(tf.zeros_like(accumulated))
        return tf.constant(True)


def make_people(count):
    rng = np.random.default_rng(45)
    x = rng.normal(size=(count, 5)).astype("float32")
    targets = {"age": 0.4 + 0.1 * x[:, :1], "height": 1.7 + 0.08 * x[:, 1:2]}
    targets["weight"] = 0.5 * targets["height"] + 0.05 * x[:, 2:3]
    return x, {name: value.astype("float32") for name, value in targets.items()}


x, y = make_people(48)
model = Accumulating(every=2)
model.build((None, 5))
optimizer = keras.optimizers.SGD(0.05)
optimizer.build(model.trainable_variables)
model.compile(optimizer=optimizer)
before = [variable.numpy() for variable in model.trainable_variables]
history = model.fit(x, y, batch_size=8, epochs=1, verbose=0)
moved = [np.abs(b - v.numpy()).max() for b, v in zip(before, model.trainable_variables)]
print({name: float(values[-1]) for name, values in history.history.items()})
print("moved", np.round(moved, 4), "batches", int(model.seen.numpy()))
