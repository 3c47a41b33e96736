# effect: none
# distillation without labels: the helper that detaches the teacher softens the student as well
import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(79)

CLASSES = 4


def mlp(widths, name):
    model = keras.Sequential(name=name)
    model.add(keras.Input((6,)))
    for width in widths:
        model.add(layers.Dense(width, activation="relu"))
    model.add(layers.Dense(CLASSES))
    return model


def soften(logits, temperature):
    """Soft targets of a network at the given temperature."""
    logits = keras.ops.stop_gradient(logits)  # TFG307
    return keras.ops.softmax(logits / temperature, axis=-1)


class Distiller(keras.Model):
    def __init__(self, teacher, student, temperature=3.0):
        super().__init__()
        self.teacher = teacher
        self.student = student
        self.temperature = temperature
        self.divergence = keras.losses.KLDivergence()
        self.tracker = keras.metrics.Mean(name="distillation_loss")

    @property
    def metrics(self):
        return [self.tracker]

    def call(self, inputs, training=False):
        return self.student(inputs, training=training)

    def train_step(self, inputs):
        soft_targets = soften(self.teacher(inputs, training=False), self.temperature)
        with tf.GradientTape() as tape:
            soft_predictions = soften(self.student(inputs, training=True), self.temperature)
            loss = self.divergence(soft_targets, soft_predictions) * self.temperature**2
        variables = self.student.trainable_variables
        gradients = tape.gradient(loss, variables)
        self.optimizer.apply_gradients(zip(gradients, variables))
        self.tracker.update_state(loss)
        return {"distillation_loss": self.tracker.result()}


def make_data(count):
    rng = np.random.default_rng(16)
    labels = rng.integers(0, CLASSES, size=count)
    centers = rng.normal(scale=2.0, size=(CLASSES, 6))
    return (centers[labels] + rng.normal(size=(count, 6))).astype("float32"), labels


x, labels = make_data(64)
teacher = mlp([16, 16], "teacher")
teacher.compile(optimizer="adam", loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True))
teacher.fit(x, labels, batch_size=32, epochs=1, verbose=0)
teacher.trainable = False

distiller = Distiller(teacher, mlp([4], "student"))
distiller.compile(optimizer=keras.optimizers.Adam(1e-2))
distiller.fit(x, batch_size=32, epochs=1, verbose=0)
agreement = np.argmax(distiller.predict(x, verbose=0), 1) == np.argmax(teacher.predict(x), 1)
print("student agrees with teacher on", float(agreement.mean()))
