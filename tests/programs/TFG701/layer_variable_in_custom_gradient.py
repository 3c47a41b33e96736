# effect: error
# raises: TypeError
# a custom_gradient closes over the layer's weight
import tensorflow as tf


class ClippedScale(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.alpha = tf.Variable(2.0)

    def call(self, x):
        @tf.custom_gradient
        def scaled(v):
            def backward(dy):  # TFG701
                return tf.clip_by_value(dy * self.alpha, -1.0, 1.0)

            return v * self.alpha, backward

        return scaled(x)


layer = ClippedScale()
x = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(layer(x))
print(tape.gradient(y, x))
