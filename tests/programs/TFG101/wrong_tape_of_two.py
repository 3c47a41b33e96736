# effect: none
# the discriminator's gradient is asked from the generator's tape, which saw nothing of it
import tensorflow as tf

G = tf.Variable([1.0, 2.0])
D = tf.Variable([0.5, -0.5])


def train(z, real):
    with tf.GradientTape() as g_tape:
        fake = G * z
        g_loss = -tf.reduce_sum(tf.stop_gradient(D) * fake)
    with tf.GradientTape() as d_tape:
        d_loss = tf.reduce_sum(D * tf.stop_gradient(fake)) - tf.reduce_sum(D * real)  # TFG101
    del d_tape
    return g_loss, g_tape.gradient(d_loss, D)


print(train(tf.constant([1.0, 1.0]), tf.constant([0.3, 0.4])))
