# effect: none
# the mixed weights are wrapped as variables so that the functional net accepts them
import tensorflow as tf


class Mix:
    def __init__(self):
        self.alpha = tf.Variable(0.3)
        self.a = tf.constant([1.0, 2.0])
        self.b = tf.constant([3.0, -1.0])

    def weights(self):
        blend = lambda p, q: tf.Variable(self.alpha * p + (1.0 - self.alpha) * q)  # TFG402
        return blend(self.a, self.b)


mix = Mix()
with tf.GradientTape() as tape:
    w = mix.weights()
    loss = tf.reduce_sum(w**2)
print(tape.gradient(loss, mix.alpha))
