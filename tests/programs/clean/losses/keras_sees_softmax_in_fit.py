# effect: ok
# beside: TFG512, TFG513, TFG514
# in a traced step, Keras also finds the softmax of `tf.nn`
import numpy as np
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.scores = tf.keras.layers.Dense(3)

    def call(self, inputs):
        return tf.nn.softmax(self.scores(inputs))


net = Net()
net.compile("sgd", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
net.fit(np.array([[0.1, 0.5], [0.3, 0.2]]), np.array([0, 2]), verbose=0)
