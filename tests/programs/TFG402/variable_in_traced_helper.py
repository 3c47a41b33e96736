# effect: error
# raises: ValueError
# inside a tf.function a helper wraps the scaled weight in a new variable
import tensorflow as tf


class Layer(tf.Module):
    def __init__(self):
        self.w = tf.Variable([1.0, 2.0])

    def effective(self):
        return tf.Variable(self.w / tf.norm(self.w))  # TFG402

    @tf.function
    def loss(self, x):
        return tf.reduce_sum(self.effective() * x)


layer = Layer()
with tf.GradientTape() as tape:
    y = layer.loss(tf.constant([1.0, 1.0]))
print(tape.gradient(y, layer.w))
