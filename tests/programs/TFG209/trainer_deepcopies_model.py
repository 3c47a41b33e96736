# effect: none
# the trainer deep-copies the model it is given, and differentiates the one it got
import copy

import tensorflow as tf


class Trainer:
    def __init__(self, model):
        self.model = copy.deepcopy(model)  # TFG209
        self.original = model

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.model(x) - y) ** 2)
        grads = tape.gradient(loss, self.original.trainable_variables)
        return loss, grads


net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
print(Trainer(net).step(tf.ones((2, 2)), tf.ones((2, 1))))
