# effect: ok
# An object stands for a tensor; what is watched is the variable in it
import tensorflow as tf


class Positive(tf.Module):
    def __init__(self, raw):
        super().__init__()
        self._raw = tf.Variable(raw)

    @property
    def raw(self):
        return self._raw


tf.register_tensor_conversion_function(
    Positive, lambda value, dtype=None, name=None, as_ref=False: tf.exp(value.raw)
)

rate = Positive([[0.1, 0.4]])
with tf.GradientTape(watch_accessed_variables=False) as tape:
    tape.watch(rate.raw)
    turned = tf.linalg.adjoint(rate)
    loss = tf.reduce_sum(turned * turned)
print(tape.gradient(loss, turned))
