# effect: ok
# beside: TFG807, TFG810
# `__init__` makes the projection only where the widths differ, and `call` uses it if it is there
import tensorflow as tf


class Residual(tf.keras.layers.Layer):
    def __init__(self, width, changes_width):
        super().__init__()
        self.inner = tf.keras.layers.Dense(width, activation="relu")
        self.project = tf.keras.layers.Dense(width) if changes_width else None

    def call(self, inputs):
        shortcut = inputs if self.project is None else self.project(inputs)
        return self.inner(inputs) + shortcut


model = tf.keras.Sequential([tf.keras.Input((3,)), Residual(4, True), Residual(4, False)])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(tf.ones((2, 3)))))
print(tape.gradient(loss, model.trainable_variables))
