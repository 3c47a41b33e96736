# effect: none
# both losses of a GAN step are computed after the two tapes closed
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
generator = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
discriminator = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)


def generator_loss(fake_out):
    return bce(tf.ones_like(fake_out), fake_out)


def discriminator_loss(real_out, fake_out):
    return bce(tf.ones_like(real_out), real_out) + bce(tf.zeros_like(fake_out), fake_out)


def train_step(real):
    noise = tf.random.normal((4, 3))
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        fake = generator(noise, training=True)
        real_out = discriminator(real, training=True)
        fake_out = discriminator(fake, training=True)
    gen_loss = generator_loss(fake_out)  # TFG101
    disc_loss = discriminator_loss(real_out, fake_out)  # TFG101
    gen_grads = gen_tape.gradient(gen_loss, generator.trainable_variables)
    disc_grads = disc_tape.gradient(disc_loss, discriminator.trainable_variables)
    return gen_grads, disc_grads


print(train_step(tf.ones((4, 2))))
