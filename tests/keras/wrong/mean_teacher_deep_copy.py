# effect: none
# semi-supervised training: the student that is trained is not the student that is asked
import copy

import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(131)

DECAY = 0.95


def make_network():
    return keras.Sequential(
        [
            keras.Input((2,)),
            keras.layers.Dense(10, activation="relu"),
            keras.layers.Dense(2),
        ]
    )


class MeanTeacher:
    """The teacher is a moving average of the student."""

    def __init__(self, network, consistency=1.0):
        self.network = network
        self.teacher = copy.deepcopy(network)
        self.student = copy.deepcopy(network)  # TFG209
        self.consistency = consistency
        self.optimizer = keras.optimizers.Adam(1e-2)
        self.loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    def losses(self, labelled, labels, unlabelled):
        supervised = self.loss_fn(labels, self.student(labelled, training=True))
        noisy = unlabelled + tf.random.normal(tf.shape(unlabelled), stddev=0.1)
        goal = tf.nn.softmax(self.teacher(unlabelled, training=False))
        guess = tf.nn.softmax(self.student(noisy, training=True))
        return supervised, tf.reduce_mean(tf.square(guess - tf.stop_gradient(goal)))

    def step(self, labelled, labels, unlabelled):
        with tf.GradientTape() as tape:
            supervised, unsupervised = self.losses(labelled, labels, unlabelled)
            loss = supervised + self.consistency * unsupervised
        gradients = tape.gradient(loss, self.network.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.network.trainable_variables))
        for slow, fast in zip(self.teacher.weights, self.network.weights):
            slow.assign(DECAY * slow + (1.0 - DECAY) * fast)
        return supervised, unsupervised


rng = np.random.default_rng(30)
labels = rng.integers(0, 2, size=64)
points = rng.normal(scale=0.4, size=(64, 2)) + np.where(labels, 1.0, -1.0)[:, None]
points = points.astype("float32")
known = tf.constant(points[:8]), tf.constant(labels[:8])
trainer = MeanTeacher(make_network())
for start in range(8, 40, 16):
    supervised, unsupervised = trainer.step(*known, tf.constant(points[start : start + 16]))
    print(f"supervised {float(supervised):.4f}, consistency {float(unsupervised):.4f}")
guesses = np.argmax(trainer.teacher.predict(points, verbose=0), axis=1)
print("accuracy of the teacher", float((guesses == labels).mean()))
