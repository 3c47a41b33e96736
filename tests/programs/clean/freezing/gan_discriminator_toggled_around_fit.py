# effect: ok
# beside: TFG808
# the discriminator is trainable whenever it is trained itself, and frozen inside the stacked model
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

generator = tf.keras.Sequential([layers.Input((2,)), layers.Dense(3)])
discriminator = tf.keras.Sequential([layers.Input((3,)), layers.Dense(1, activation="sigmoid")])
discriminator.compile("sgd", "binary_crossentropy")
noise = layers.Input((2,))
gan = tf.keras.Model(noise, discriminator(generator(noise)))
gan.compile("sgd", "binary_crossentropy")
real = np.ones((4, 3), "float32")
z = np.ones((4, 2), "float32")
for _ in range(2):
    discriminator.trainable = True
    discriminator.train_on_batch(real, np.ones((4, 1)))
    discriminator.trainable = False
    gan.train_on_batch(z, np.ones((4, 1)))
