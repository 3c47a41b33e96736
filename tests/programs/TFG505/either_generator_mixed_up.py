# effect: error
# raises: InvalidArgumentError
# each network is new or loaded; the gradients of one update the other
import os

import tensorflow as tf


def network(path, units):
    if os.path.exists(path):
        return tf.keras.models.load_model(path)
    return tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(units)])


generator, critic = network("generator.keras", 3), network("critic.keras", 1)
optimizer = tf.keras.optimizers.SGD(0.1)


def step(noise):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(critic(generator(noise)))
    gradients = tape.gradient(loss, generator.trainable_variables)
    optimizer.apply_gradients(zip(gradients, critic.trainable_variables))  # TFG505
    return gradients


print(step(tf.ones((2, 3))))
