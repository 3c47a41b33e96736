# effect: ok
# a conditional GAN: one persistent tape in train_step, labels by one_hot, samples as uint8
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(10)

LATENT, CLASSES, SIDE = 4, 3, 4


def make_generator():
    noise = keras.Input((LATENT,))
    label = keras.Input((CLASSES,))
    x = layers.Dense(16, activation="relu")(layers.Concatenate()([noise, label]))
    x = layers.Dense(SIDE * SIDE, activation="sigmoid")(x)
    return keras.Model([noise, label], layers.Reshape((SIDE, SIDE))(x))


def make_discriminator():
    image = keras.Input((SIDE, SIDE))
    label = keras.Input((CLASSES,))
    x = layers.Concatenate()([layers.Flatten()(image), label])
    x = layers.Dense(16)(x)
    x = layers.LeakyReLU(negative_slope=0.2)(x)
    return keras.Model([image, label], layers.Dense(1)(x))


class ConditionalGAN(keras.Model):
    def __init__(self):
        super().__init__()
        self.generator = make_generator()
        self.discriminator = make_discriminator()
        self.seed_generator = keras.random.SeedGenerator(3)

    def compile(self, d_optimizer, g_optimizer, loss_fn):
        super().compile()
        self.d_optimizer, self.g_optimizer = d_optimizer, g_optimizer
        self.loss_fn = loss_fn

    def train_step(self, data):
        images, labels = data
        batch = tf.shape(images)[0]
        condition = tf.one_hot(tf.cast(labels, tf.int32), CLASSES)
        noise = keras.random.normal((batch, LATENT), seed=self.seed_generator)
        with tf.GradientTape(persistent=True) as tape:
            fakes = self.generator([noise, condition], training=True)
            fake_logits = self.discriminator([fakes, condition], training=True)
            real_logits = self.discriminator([images, condition], training=True)
            g_loss = self.loss_fn(tf.ones_like(fake_logits), fake_logits)
            d_loss = self.loss_fn(tf.zeros_like(fake_logits), fake_logits)
            d_loss += self.loss_fn(0.9 * tf.ones_like(real_logits), real_logits)
        g_vars = self.generator.trainable_variables
        d_vars = self.discriminator.trainable_variables
        g_grads = tape.gradient(g_loss, g_vars)
        d_grads = tape.gradient(d_loss, d_vars)
        del tape
        self.g_optimizer.apply_gradients(zip(g_grads, g_vars))
        self.d_optimizer.apply_gradients(zip(d_grads, d_vars))
        fooled = tf.reduce_mean(tf.cast(fake_logits > 0.0, tf.float32))
        return {"d_loss": d_loss, "g_loss": g_loss, "fooled": fooled}


rng = np.random.default_rng(14)
labels = rng.integers(0, CLASSES, size=48)
images = rng.uniform(0.0, 0.2, size=(48, SIDE, SIDE))
images[np.arange(48), labels] += 0.7
gan = ConditionalGAN()
gan.compile(
    d_optimizer=keras.optimizers.Adam(1e-3),
    g_optimizer=keras.optimizers.Adam(1e-3),
    loss_fn=keras.losses.BinaryCrossentropy(from_logits=True),
)
history = gan.fit(images.astype("float32"), labels, batch_size=16, epochs=1, verbose=0)
print({name: float(values[-1]) for name, values in history.history.items()})
samples = gan.generator.predict([rng.normal(size=(3, LATENT)), np.eye(3)], verbose=0)
print((samples * 255).astype("uint8").mean(axis=2))
