# effect: ok
# beside: TFG510
# maximum mean discrepancy: a kernel between two samples, with columns made inside the tape
import tensorflow as tf

generator = tf.keras.layers.Dense(1)
noise = tf.random.normal((7, 2), seed=4)
real = tf.random.normal((7,), seed=5)


def kernel(a, b):
    return tf.reduce_mean(tf.exp(-tf.square(tf.reshape(a, [-1, 1]) - b)))


with tf.GradientTape() as tape:
    fake = tf.squeeze(generator(noise), axis=1)
    mmd = kernel(fake, fake) + kernel(real, real) - 2.0 * kernel(fake, real)
gradients = tape.gradient(mmd, generator.trainable_variables)
