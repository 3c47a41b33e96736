# effect: wrong
# truth: [-0.0124911, -0.142604, -0.528456, -0.241848, 0.0123731, -0.159479]
# generator's gradients go to the discriminator and the other way round; the shapes agree
import tensorflow as tf

tf.keras.utils.set_random_seed(3)


def make_net():
    return tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])


G, D = make_net(), make_net()
g_opt, d_opt = tf.keras.optimizers.SGD(0.5), tf.keras.optimizers.SGD(0.5)
noise, real = tf.ones((2, 2)), tf.constant([[0.5, 1.0], [1.0, 0.0]])


def train_step():
    with tf.GradientTape() as g_tape, tf.GradientTape() as d_tape:
        fake_score = D(G(noise))
        real_score = D(real)
        g_loss = -tf.reduce_mean(fake_score)
        d_loss = tf.reduce_mean(tf.nn.softplus(fake_score) + tf.nn.softplus(-real_score))
    g_grads = g_tape.gradient(g_loss, G.trainable_variables)
    d_grads = d_tape.gradient(d_loss, D.trainable_variables)
    g_opt.apply_gradients(zip(d_grads, G.trainable_variables))  # TFG505
    d_opt.apply_gradients(zip(g_grads, D.trainable_variables))  # TFG505


for _ in range(2):
    train_step()
