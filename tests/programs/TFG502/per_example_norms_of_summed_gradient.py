# effect: wrong
# truth: [2.0, 4.0, 6.0]
# DP-SGD wants one gradient per example, gradient() gives the sum
import tensorflow as tf

w = tf.Variable(1.0)


class DPSGD:
    def __init__(self, clip):
        self.clip = clip

    def per_example_losses(self, x):
        return 2.0 * w * x

    def per_example_grads(self, x):
        with tf.GradientTape() as tape:
            losses = self.per_example_losses(x)
        per_example = tape.gradient(losses, w)  # TFG502
        return tf.clip_by_value(per_example, -self.clip, self.clip)


print(DPSGD(10.0).per_example_grads(tf.constant([1.0, 2.0, 3.0])))
