import numpy as np
import tensorflow as tf

import discriminator

network = tf.keras.Sequential(
    [tf.keras.Input((3,)), tf.keras.layers.Dense(6, activation="relu"), tf.keras.layers.Dense(2)]
)


def samples(noise):
    return network(noise, training=True)


def diversity(noise):
    """For the log: how far apart the samples are."""
    return float(np.std(network.predict(noise, verbose=0)))


def step(optimizer, noise):
    discriminator.network.trainable = False
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(tf.math.log_sigmoid(discriminator.logits(samples(noise))))
    gradients = tape.gradient(loss, network.trainable_variables)
    optimizer.apply_gradients(zip(gradients, network.trainable_variables))
    return loss
