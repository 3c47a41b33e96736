# effect: ok
# the networks are unbuilt when made, but called once before the lists are read
import tensorflow as tf


class Block(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.a, self.b = tf.keras.layers.Dense(3), tf.keras.layers.Dense(1)

    def call(self, x):
        return self.b(tf.nn.tanh(self.a(x)))


def prepare(network, example):
    network(example)
    return network.trainable_variables


first, second = Block(), tf.keras.Sequential([tf.keras.layers.Dense(2)])
second.build((None, 4))
x = tf.ones((2, 4))
parameters = prepare(first, tf.zeros((1, 2))) + second.trainable_variables
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(first(second(x)) - 1.0))
grads = tape.gradient(loss, parameters)
print(len(grads))
