# effect: ok
# beside: TFG808
# Classic stacked GAN: discriminator frozen for the stack, train_on_batch for both
import numpy as np
import tensorflow as tf
from tensorflow.keras import Input, Model, Sequential
from tensorflow.keras.layers import Dense, LeakyReLU

tf.keras.utils.set_random_seed(22)


def build_discriminator():
    return Sequential([Input((4,)), Dense(8), LeakyReLU(), Dense(1, activation="sigmoid")])


disc = build_discriminator()
disc.compile(loss="binary_crossentropy", optimizer="adam")
gen = Sequential([Input((2,)), Dense(8), LeakyReLU(), Dense(4)])
stacked_disc = Model(disc.inputs, disc.outputs)
z = Input((2,))
combined = Model(z, stacked_disc(gen(z)))
combined.compile(loss="binary_crossentropy", optimizer="adam")
rng = np.random.default_rng(0)
for epoch in range(2):
    noise = rng.normal(size=(4, 2)).astype("float32")
    fake = gen.predict(noise, verbose=0)
    real = rng.normal(size=(4, 4)).astype("float32")
    d_real = disc.train_on_batch(real, np.ones((4, 1)))
    d_fake = disc.train_on_batch(fake, np.zeros((4, 1)))
    g_loss = combined.train_on_batch(noise, np.ones((4, 1)))
    print(epoch, 0.5 * np.add(d_real, d_fake), g_loss)
with tf.GradientTape() as tape:
    out = tf.reduce_mean(stacked_disc(gen(rng.normal(size=(4, 2)).astype("float32"))))
print(tape.gradient(out, gen.trainable_variables)[0].shape)
