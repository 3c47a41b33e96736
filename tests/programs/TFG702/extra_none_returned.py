# effect: error
# raises: ValueError
# a straight-through rounding returns a gradient for the bit width it closes over, too
import tensorflow as tf


class Quantizer:
    def __init__(self, bits):
        self.bits = bits

    def __call__(self, x):
        levels = 2.0**self.bits

        @tf.custom_gradient
        def ste(v):
            def grad(dy):
                return dy, None  # TFG702

            return tf.round(v * levels) / levels, grad

        return ste(x)


x = tf.Variable([0.3, 0.6])
q = Quantizer(3)
with tf.GradientTape() as tape:
    y = tf.reduce_sum(q(x) ** 2)
print(tape.gradient(y, x))
