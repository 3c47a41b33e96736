# effect: error
# raises: InvalidArgumentError
# the helper returns (discriminator, generator), the caller unpacks the other order
import tensorflow as tf

generator = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
discriminator = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
g_opt, d_opt = tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.SGD(0.1)


def compute(noise, real):
    with tf.GradientTape() as g_tape, tf.GradientTape() as d_tape:
        fake = generator(noise)
        g_loss = -tf.reduce_mean(discriminator(fake))
        d_loss = tf.reduce_mean(discriminator(fake)) - tf.reduce_mean(discriminator(real))
    d_grads = d_tape.gradient(d_loss, discriminator.trainable_variables)
    g_grads = g_tape.gradient(g_loss, generator.trainable_variables)
    return d_grads, g_grads


gen_grads, disc_grads = compute(tf.ones((4, 2)), tf.ones((4, 3)))
g_opt.apply_gradients(zip(gen_grads, generator.trainable_variables))  # TFG505
d_opt.apply_gradients(zip(disc_grads, discriminator.trainable_variables))  # TFG505
