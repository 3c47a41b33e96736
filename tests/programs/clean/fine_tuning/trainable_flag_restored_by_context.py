# effect: ok
# beside: TFG808
# frozen within a context manager, thawed on leaving it
from contextlib import contextmanager

import tensorflow as tf

critic = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
z = tf.Variable([[0.3]])


@contextmanager
def frozen(network):
    network.trainable = False
    try:
        yield network
    finally:
        network.trainable = True


with frozen(critic), tf.GradientTape() as tape:
    score = tf.reduce_sum(critic(z))
print(tape.gradient(score, z))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(critic(z) - 1.0))
print(tape.gradient(loss, critic.trainable_variables))
