# effect: none
# `self.norm(x)` without assignment
import tensorflow as tf


class Block(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(4)
        self.norm = tf.keras.layers.LayerNormalization()

    def call(self, x):
        x = self.dense(x)
        self.norm(x)  # TFG810
        return tf.nn.relu(x)


model = tf.keras.Sequential([tf.keras.Input((3,)), Block(), tf.keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss="mse")
model.fit(tf.ones((4, 3)), tf.zeros((4, 1)), verbose=0)
