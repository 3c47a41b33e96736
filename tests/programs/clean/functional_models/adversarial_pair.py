# effect: ok
# two functional networks trained against each other, and the pair as one model
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


def make_generator():
    noise = keras.Input((3,))
    v = layers.Dense(8)(noise)
    v = layers.BatchNormalization()(v)
    v = layers.LeakyReLU()(v)
    return keras.Model(noise, layers.Dense(4, activation="tanh")(v), name="generator")


def make_discriminator():
    sample = keras.Input((4,))
    v = layers.Dense(8)(sample)
    v = layers.LeakyReLU()(v)
    return keras.Model(sample, layers.Dense(1)(v), name="discriminator")


generator, discriminator = make_generator(), make_discriminator()
noise_input = keras.Input((3,))
combined = keras.Model(noise_input, discriminator(generator(noise_input)))
bce = keras.losses.BinaryCrossentropy(from_logits=True)
g_optimizer, d_optimizer = keras.optimizers.Adam(1e-3), keras.optimizers.Adam(1e-3)
real = tf.random.normal((8, 4), seed=1)
for _ in range(2):
    noise = tf.random.normal((8, 3))
    fake = generator(noise, training=True)
    with tf.GradientTape() as tape:
        d_loss = bce(tf.ones((8, 1)), discriminator(real)) + bce(tf.zeros((8, 1)), discriminator(fake))
    d_optimizer.apply_gradients(
        zip(tape.gradient(d_loss, discriminator.trainable_variables), discriminator.trainable_variables)
    )
    with tf.GradientTape() as tape:
        g_loss = bce(tf.ones((8, 1)), combined(noise, training=True))
    g_optimizer.apply_gradients(
        zip(tape.gradient(g_loss, generator.trainable_variables), generator.trainable_variables)
    )
