# effect: ok
# beside: TFG812
# generator and discriminator have optimizers of their own
import tensorflow as tf


def network():
    return tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])


generator, discriminator = network(), network()
optimizers = {"generator": tf.keras.optimizers.Adam(), "discriminator": tf.keras.optimizers.Adam()}
noise = tf.ones((3, 2))
for _ in range(2):
    with tf.GradientTape(persistent=True) as tape:
        fake = discriminator(generator(noise))
        first, second = tf.reduce_mean(fake), tf.reduce_mean(tf.square(fake))
    gradients = tape.gradient(first, generator.trainable_variables)
    optimizers["generator"].apply_gradients(zip(gradients, generator.trainable_variables))
    gradients = tape.gradient(second, discriminator.trainable_variables)
    optimizers["discriminator"].apply_gradients(zip(gradients, discriminator.trainable_variables))
    del tape
