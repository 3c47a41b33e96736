# effect: none
# compiled before it was frozen: Keras 2 would train the discriminator, Keras 3 does not
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers


class GAN:
    def __init__(self):
        self.discriminator = self.build_discriminator()
        self.discriminator.compile(loss="binary_crossentropy", optimizer="adam")
        self.generator = tf.keras.Sequential([layers.Input((2,)), layers.Dense(3)])
        z = layers.Input((2,))
        self.discriminator.trainable = False
        self.combined = tf.keras.Model(z, self.discriminator(self.generator(z)))
        self.combined.compile(loss="binary_crossentropy", optimizer="adam")

    def build_discriminator(self):
        model = tf.keras.Sequential()
        model.add(layers.Input((3,)))
        model.add(layers.Dense(4, activation="relu"))
        model.add(layers.Dense(1, activation="sigmoid"))
        return model

    def train(self, images, steps):
        for _ in range(steps):
            noise = np.ones((len(images), 2), "float32")
            self.discriminator.train_on_batch(images, np.ones((len(images), 1)))  # TFG808
            self.combined.train_on_batch(noise, np.ones((len(images), 1)))


GAN().train(np.ones((4, 3), "float32"), 2)
