# effect: none
# GAN: the discriminator is frozen for the generator's turn and not thawed for its own
import tensorflow as tf

G = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])
D = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
noise, real = tf.ones((2, 2)), tf.zeros((2, 2))


def generator_step():
    D.trainable = False
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(D(G(noise)))
    return tape.gradient(loss, G.trainable_variables)


def discriminator_step():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(D(G(noise))) - tf.reduce_mean(D(real))
    return tape.gradient(loss, D.trainable_variables)  # TFG803


generator_step()
print(discriminator_step())
