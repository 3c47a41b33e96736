# effect: zero
# the environment is a Python simulator inside py_function
import numpy as np
import tensorflow as tf


class Env:
    def __init__(self):
        self.table = np.array([1.0, 2.0, 4.0], dtype=np.float32)

    def step(self, a):
        return np.float32(np.sum(self.table * a.numpy()))  # TFG205

    def reward(self, a):
        return tf.py_function(self.step, [a], tf.float32)


env = Env()
policy = tf.Variable([0.1, 0.2, 0.3])
with tf.GradientTape() as tape:
    r = env.reward(tf.nn.softmax(policy))
print(tape.gradient(r, policy))
