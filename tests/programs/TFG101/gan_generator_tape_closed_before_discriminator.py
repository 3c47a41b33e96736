# effect: none
# the discriminator's verdict on the fakes is computed under the other tape only
import tensorflow as tf

G = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
D = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)


def train_step(real, z):
    with tf.GradientTape() as g_tape:
        fake = G(z, training=True)
    with tf.GradientTape() as d_tape:
        real_out = D(real, training=True)
        fake_out = D(fake, training=True)  # TFG101
        d_loss = bce(tf.ones_like(real_out), real_out) + bce(tf.zeros_like(fake_out), fake_out)
        g_loss = bce(tf.ones_like(fake_out), fake_out)
    d_grads = d_tape.gradient(d_loss, D.trainable_variables)
    g_grads = g_tape.gradient(g_loss, G.trainable_variables)
    return d_grads, g_grads


print(train_step(tf.ones((4, 3)), tf.ones((4, 2))))
