# effect: none
# a train_step over several tasks replaces the total loss instead of adding to it
import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(103)

TASKS = ("age", "height", "weight")


class MultiTask(keras.Model):
    """A shared trunk with one small tower per task."""

    def __init__(self, tasks, weights):
        super().__init__()
        self.tasks = tasks
        self.task_weights = weights
        self.trunk = layers.Dense(10, activation="relu")
        self.towers = {name: layers.Dense(1, name=name) for name in tasks}
        self.trackers = {name: keras.metrics.Mean(name=name) for name in tasks}

    def call(self, inputs, training=False):
        shared = self.trunk(inputs)
        return {name: self.towers[name](shared) for name in self.tasks}

    @property
    def metrics(self):
        return list(self.trackers.values())

    def train_step(self, data):
        x, y = data
        total = tf.constant(0.0)
        with tf.GradientTape() as tape:
            predictions = self(x, training=True)
            for name in self.tasks:
                error = keras.losses.mean_absolute_error(y[name], predictions[name])
                task_loss = tf.reduce_mean(error)
                self.trackers[name].update_state(task_loss)
                total = self.task_weights[name] * task_loss  # TFG501
        gradients = tape.gradient(total, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {name: tracker.result() for name, tracker in self.trackers.items()}


def make_people(count):
    rng = np.random.default_rng(20)
    x = rng.normal(size=(count, 5)).astype("float32")
    age = 40.0 + 10.0 * x[:, :1]
    height = 170.0 + 8.0 * x[:, 1:2] + rng.normal(size=(count, 1))
    weight = 0.5 * height + 5.0 * x[:, 2:3]
    targets = {"age": age, "height": height, "weight": weight}
    return x, {name: (v / 100.0).astype("float32") for name, v in targets.items()}


x, y = make_people(48)
model = MultiTask(TASKS, {"age": 1.0, "height": 0.5, "weight": 0.5})
model.compile(optimizer=keras.optimizers.SGD(0.05))
history = model.fit(x, y, batch_size=16, epochs=1, verbose=0)
for name in TASKS:
    print(f"{name:8s} {history.history[name][-1]:.4f}")
predictions = model.predict(x, verbose=0)
print({name: float(np.abs(predictions[name] - y[name]).mean()) for name in TASKS})
