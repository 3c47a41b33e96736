import abc

import tensorflow as tf


class Scale(tf.Module, abc.ABC):
    def __init__(self, raw):
        super().__init__()
        self.raw = tf.Variable(raw)

    @abc.abstractmethod
    def apply(self, x):
        """What becomes of `x`."""


class Plain(Scale):
    def apply(self, x):
        return x * self.raw


class Squared(Scale):
    def apply(self, x):
        return x * self.raw**2


tf.register_tensor_conversion_function(
    Scale, lambda value, dtype=None, name=None, as_ref=False: tf.identity(value.raw)
)


def gradients(scale: Scale, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(scale.apply(x)) + tf.square(scale)
    return tape.gradient(loss, scale.raw)
