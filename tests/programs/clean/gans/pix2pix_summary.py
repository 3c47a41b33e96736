# effect: ok
# pix2pix step with summaries, L1 loss and a returned dict of floats
import tensorflow as tf

tf.keras.utils.set_random_seed(82)
LAMBDA = 100
generator = tf.keras.Sequential(
    [tf.keras.Input((4, 4, 3)), tf.keras.layers.Conv2D(3, 3, padding="same")]
)


def make_discriminator():
    a, b = tf.keras.Input((4, 4, 3)), tf.keras.Input((4, 4, 3))
    x = tf.keras.layers.concatenate([a, b])
    return tf.keras.Model([a, b], tf.keras.layers.Conv2D(1, 2)(x))


discriminator = make_discriminator()
bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)
g_opt, d_opt = (tf.keras.optimizers.Adam(2e-4, beta_1=0.5) for _ in range(2))
g_opt.build(generator.trainable_variables), d_opt.build(discriminator.trainable_variables)


def generator_loss(disc_generated_output, gen_output, target):
    gan_loss = bce(tf.ones_like(disc_generated_output), disc_generated_output)
    l1_loss = tf.reduce_mean(tf.abs(target - gen_output))
    return gan_loss + LAMBDA * l1_loss, gan_loss, l1_loss


@tf.function
def train_step(input_image, target):
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        gen_output = generator(input_image, training=True)
        disc_real = discriminator([input_image, target], training=True)
        disc_fake = discriminator([input_image, gen_output], training=True)
        gen_total, gan, l1 = generator_loss(disc_fake, gen_output, target)
        disc_loss = bce(tf.ones_like(disc_real), disc_real) + bce(
            tf.zeros_like(disc_fake), disc_fake
        )
    generator_gradients = gen_tape.gradient(gen_total, generator.trainable_variables)
    discriminator_gradients = disc_tape.gradient(disc_loss, discriminator.trainable_variables)
    g_opt.apply_gradients(zip(generator_gradients, generator.trainable_variables))
    d_opt.apply_gradients(zip(discriminator_gradients, discriminator.trainable_variables))
    return {"total": gen_total, "gan": gan, "l1": l1, "disc": disc_loss}


for _ in range(2):
    logs = train_step(tf.random.normal((1, 4, 4, 3)), tf.random.normal((1, 4, 4, 3)))
print({k: round(float(v), 4) for k, v in logs.items()})
