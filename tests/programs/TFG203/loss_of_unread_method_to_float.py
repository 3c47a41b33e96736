# effect: error
# raises: AttributeError
# neither the loss nor its variables are understood, but a Python number has no gradient
import tensorflow as tf


class Agent:
    def __init__(self):
        self.parts = eval("{'w': tf.Variable([1.0, 2.0])}")

    def train(self, batch):
        with tf.GradientTape() as tape:
            loss = eval("self.parts['w'] * batch")
            loss = float(tf.reduce_sum(loss))  # TFG203
        return tape.gradient(loss, list(eval("self.parts.values()")))


print(Agent().train(tf.constant([3.0, 4.0])))
