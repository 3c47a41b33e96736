# effect: ok
# pseudo-labels from predict and argmax, a copy as teacher, confident rows chosen in NumPy
import copy

import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(157)

CLASSES = 3


def make_network():
    return keras.Sequential(
        [
            keras.Input((2,)),
            keras.layers.Dense(10, activation="relu"),
            keras.layers.Dense(CLASSES),
        ]
    )


def make_points(count):
    rng = np.random.default_rng(40)
    labels = rng.integers(0, CLASSES, size=count)
    angle = 2.0 * np.pi * labels / CLASSES
    points = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return (points + 0.3 * rng.normal(size=(count, 2))).astype("float32"), labels


class SelfTraining:
    def __init__(self, student):
        self.student = student
        self.teacher = copy.deepcopy(student)
        self.optimizer = keras.optimizers.Adam(2e-2)
        self.loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    def pseudo_labels(self, points, share):
        logits = self.teacher.predict(points, verbose=0)
        probabilities = tf.nn.softmax(logits).numpy()
        confidence = probabilities.max(axis=1)
        chosen = np.argsort(-confidence)[: int(share * len(points))]
        return points[chosen], probabilities[chosen].argmax(axis=1), confidence[chosen]

    def step(self, points, labels, weights):
        with tf.GradientTape() as tape:
            logits = self.student(points, training=True)
            loss = self.loss_fn(labels, logits, sample_weight=weights)
            hardest = tf.argmax(-tf.reduce_max(tf.nn.softmax(logits), axis=1))
            loss += 0.1 * tf.reduce_logsumexp(tf.gather(logits, hardest))
        variables = self.student.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return float(loss)

    def promote(self):
        self.teacher.set_weights(self.student.get_weights())


points, labels = make_points(64)
trainer = SelfTraining(make_network())
print("labelled", trainer.step(points[:12], labels[:12], np.ones(12, dtype="float32")))
trainer.promote()
for generation in range(2):
    x, y, weights = trainer.pseudo_labels(points[12:], share=0.5)
    loss = trainer.step(tf.constant(x), tf.constant(y), tf.constant(weights))
    trainer.promote()
    agreement = float((y == labels[12:][: len(y)]).mean())
    print(f"generation {generation}: loss {loss:.4f} on {len(y)} rows ({agreement:.2f})")
