# effect: none
# a helper that "makes sure it is a variable" cuts the path in the second layer
import tensorflow as tf
from tensorflow import Variable


def as_variable(value, name=None):
    return Variable(value, dtype=tf.float32, name=name)  # TFG402


class TwoLayer:
    def __init__(self):
        self.first = tf.Variable([[0.2, 0.4], [0.6, 0.8]])
        self.second = tf.Variable([[1.0], [2.0]])

    def forward(self, x):
        h = tf.nn.relu(tf.matmul(x, self.first))
        h = as_variable(h, name="hidden")
        return tf.matmul(h, self.second)


net = TwoLayer()
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(net.forward(tf.ones((3, 2))))
for g in tape.gradient(loss, (net.first, net.second)):
    print(g)
