# effect: ok
# each network is new or loaded, and is updated by its own gradients; statistics are not trained
import os

import tensorflow as tf


def network(path):
    if os.path.exists(path):
        return tf.keras.models.load_model(path)
    return tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])


generator, critic = network("generator.keras"), network("critic.keras")
optimizer = tf.keras.optimizers.SGD(0.1)


def step(noise):
    with tf.GradientTape(persistent=True) as tape:
        loss = tf.reduce_mean(critic(generator(noise)))
    for model in (generator, critic):
        gradients = tape.gradient(loss, model.trainable_variables)
        tf.keras.optimizers.SGD(0.1).apply_gradients(zip(gradients, model.trainable_variables))
    return [variable.shape for variable in generator.non_trainable_variables]


print(step(tf.ones((3, 2))))
