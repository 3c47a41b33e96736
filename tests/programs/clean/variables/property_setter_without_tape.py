# effect: ok
# a setter that assigns, used between steps and with numbers only
import tensorflow as tf


class Smoother:
    def __init__(self):
        self._beta = tf.Variable(0.5, trainable=False)
        self.w = tf.Variable([1.0, 2.0])

    @property
    def beta(self):
        return self._beta

    @beta.setter
    def beta(self, value):
        self._beta.assign(value)

    def loss(self):
        return tf.reduce_sum(tf.exp(-self.beta * tf.square(self.w)))


smoother = Smoother()
for beta in (0.5, 1.0):
    smoother.beta = beta
    with tf.GradientTape() as tape:
        value = smoother.loss()
    smoother.w.assign_sub(0.1 * tape.gradient(value, smoother.w))
print(smoother.w.numpy())
