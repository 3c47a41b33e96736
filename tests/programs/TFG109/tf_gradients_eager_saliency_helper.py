# effect: error
# raises: RuntimeError
# TF1 habits: tf.gradients for a saliency map
import tensorflow as tf


class Saliency:
    def __init__(self, model):
        self.model = model

    def __call__(self, x):
        score = tf.reduce_max(self.model(x), axis=1)
        return self._grad(score, x)

    def _grad(self, y, x):
        return tf.gradients(ys=y, xs=x)[0]  # TFG109


print(Saliency(tf.keras.layers.Dense(2))(tf.ones((1, 3))))
