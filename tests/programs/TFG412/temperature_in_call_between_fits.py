# effect: wrong
# truth: eager
# each round sets the temperature and calls fit again: Keras keeps its trace
import numpy as np
import tensorflow as tf


class Gate(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.head = tf.keras.layers.Dense(1)
        self.temperature = 1.0

    def call(self, inputs):
        return tf.sigmoid(self.head(inputs) / self.temperature)  # TFG412


gate = Gate()
gate.compile(tf.keras.optimizers.SGD(0.5), loss="mse")
inputs = np.ones((4, 2), "float32")
labels = np.zeros((4, 1), "float32")
for stage in range(3):
    gate.temperature = 1.0 / (1.0 + stage)
    gate.fit(inputs, labels, verbose=0)
