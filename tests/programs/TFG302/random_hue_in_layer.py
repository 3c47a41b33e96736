# effect: error
# raises: LookupError
# deep dream with a random hue
import tensorflow as tf


class DeepDream(tf.Module):
    def __init__(self, model):
        self.model = model

    def jitter(self, img):
        return tf.image.stateless_random_hue(img, 0.1, seed=(1, 2))  # TFG302

    def gradient(self, img):
        with tf.GradientTape() as tape:
            tape.watch(img)
            loss = tf.reduce_mean(self.model(self.jitter(img)))
        return tape.gradient(loss, img)


conv = tf.keras.layers.Conv2D(2, 3)
print(DeepDream(conv).gradient(tf.fill((1, 5, 5, 3), 0.4)))
