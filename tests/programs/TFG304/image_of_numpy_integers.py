# effect: none
# adversarial noise on an image of whole numbers
import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(3)])
images = np.random.RandomState(0).randint(0, 256, size=(4, 2, 2))


def saliency(batch, label):
    image = tf.Variable(batch)  # TFG304
    with tf.GradientTape() as tape:
        score = model(tf.cast(image, tf.float32) / 255.0)[:, label]
    return tape.gradient(score, image)


print(saliency(images[:1], 1))
