# effect: ok
# the norm of the last gradient is kept on the object that the next loss is computed from
import importlib

import tensorflow as tf

builtins, operator = map(importlib.import_module, ("builtins", "operator"))


class Agent:
    def __init__(self, net):
        self.net = net
        self.norm = None

    def error(self, x):
        return tf.reduce_mean((self.net(x) - 1.0) ** 2)

    def train(self, x):
        variables = builtins.list(self.net.trainable_variables)
        for _ in range(3):
            with tf.GradientTape() as tape:
                loss = operator.methodcaller("error", x)(self)
            gradients = tape.gradient(loss, variables)
            self.norm = tf.linalg.global_norm(gradients)
            print(gradients)


net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
Agent(net).train(tf.constant([[1.0, 2.0], [3.0, 4.0]]))
