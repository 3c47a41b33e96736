# effect: none
# two tapes for two players, but the fakes are drawn before either of them records
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(23)

LATENT = 4
cross_entropy = keras.losses.BinaryCrossentropy(from_logits=True)


def make_generator():
    model = keras.Sequential(name="generator")
    model.add(keras.Input((LATENT,)))
    model.add(keras.layers.Dense(8, activation="leaky_relu"))
    model.add(keras.layers.Dense(2))
    return model


def make_discriminator():
    model = keras.Sequential(name="discriminator")
    model.add(keras.Input((2,)))
    model.add(keras.layers.Dense(8, activation="leaky_relu"))
    model.add(keras.layers.Dropout(0.1))
    model.add(keras.layers.Dense(1))
    return model


def discriminator_loss(real_output, fake_output):
    real_loss = cross_entropy(tf.ones_like(real_output), real_output)
    fake_loss = cross_entropy(tf.zeros_like(fake_output), fake_output)
    return real_loss + fake_loss


def generator_loss(fake_output):
    return cross_entropy(tf.ones_like(fake_output), fake_output)


generator = make_generator()
discriminator = make_discriminator()
generator_optimizer = keras.optimizers.Adam(1e-3)
discriminator_optimizer = keras.optimizers.Adam(1e-3)


@tf.function
def train_step(points):
    noise = tf.random.normal([tf.shape(points)[0], LATENT])
    fakes = generator(noise, training=True)  # TFG101
    with tf.GradientTape() as disc_tape:
        real_output = discriminator(points, training=True)
        fake_output = discriminator(fakes, training=True)
        disc_loss = discriminator_loss(real_output, fake_output)
    with tf.GradientTape() as gen_tape:
        gen_loss = generator_loss(discriminator(fakes, training=True))

    disc_grads = disc_tape.gradient(disc_loss, discriminator.trainable_variables)
    gen_grads = gen_tape.gradient(gen_loss, generator.trainable_variables)
    discriminator_optimizer.apply_gradients(zip(disc_grads, discriminator.trainable_variables))
    generator_optimizer.apply_gradients(zip(gen_grads, generator.trainable_variables))
    return gen_loss, disc_loss


rng = np.random.default_rng(0)
angles = rng.uniform(0.0, 2.0 * np.pi, size=64)
ring = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype("float32")
dataset = tf.data.Dataset.from_tensor_slices(ring).shuffle(64, seed=1).batch(16)

for epoch in range(1):
    for batch in dataset:
        gen_loss, disc_loss = train_step(batch)
    print(f"epoch {epoch}: generator {float(gen_loss):.3f}, discriminator {float(disc_loss):.3f}")
samples = generator(tf.random.normal((5, LATENT)), training=False)
print("radius of samples", np.linalg.norm(samples.numpy(), axis=1))
