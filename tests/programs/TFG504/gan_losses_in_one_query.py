# effect: wrong
# truth: [-0.13, 0.1391, -0.13, 0.1391, -0.13, 0.1391, -0.7781, -0.768, -0.01266]
# the generator receives the discriminator's loss as well, both losses are added up
import tensorflow as tf

tf.keras.utils.set_random_seed(1)
generator = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])
discriminator = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)
g_opt, d_opt = tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.SGD(0.1)
noise, real = tf.ones((3, 2)), tf.ones((3, 2)) * 2.0

with tf.GradientTape() as tape:
    fake_score = discriminator(generator(noise))
    real_score = discriminator(real)
    g_loss = bce(tf.ones_like(fake_score), fake_score)
    d_loss = bce(tf.zeros_like(fake_score), fake_score)
    d_loss += bce(tf.ones_like(real_score), real_score)
variables = [generator.trainable_variables, discriminator.trainable_variables]
g_grads, d_grads = tape.gradient([g_loss, d_loss], variables)  # TFG504
g_opt.apply_gradients(zip(g_grads, generator.trainable_variables))
d_opt.apply_gradients(zip(d_grads, discriminator.trainable_variables))
