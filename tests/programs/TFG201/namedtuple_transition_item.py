# effect: none
# transitions hold the value estimate as a Python number
from collections import namedtuple

import tensorflow as tf

Transition = namedtuple("Transition", ["reward", "value"])


class Critic(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.out = tf.keras.layers.Dense(1, kernel_initializer="ones")

    def call(self, s):
        return tf.squeeze(self.out(s), -1)


critic = Critic()


def collect(states):
    return [Transition(1.0, critic(s[None])[0].numpy().item()) for s in states]  # TFG201


with tf.GradientTape() as tape:
    batch = collect(tf.constant([[1.0, 2.0], [0.5, 0.1]]))
    loss = tf.reduce_mean([(t.reward - t.value) ** 2 for t in batch])
print(tape.gradient(loss, critic.trainable_variables))
