import tensorflow as tf

import generator

network = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(6, activation="tanh"), tf.keras.layers.Dense(1)]
)


def logits(points):
    return network(points, training=True)


def step(optimizer, real, noise):
    network.trainable = True
    fake = tf.stop_gradient(generator.samples(noise))
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(tf.math.log_sigmoid(logits(real)))
        loss -= tf.reduce_mean(tf.math.log_sigmoid(-logits(fake)))
    gradients = tape.gradient(loss, network.trainable_variables)
    optimizer.apply_gradients(zip(gradients, network.trainable_variables))
    return loss
