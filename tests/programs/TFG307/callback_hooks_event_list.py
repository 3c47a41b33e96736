# effect: none
# forward hooks may replace the output; one of them detaches it for "logging"
import tensorflow as tf


class Hooked(tf.Module):
    def __init__(self):
        self.w = tf.Variable([[1.0, 0.5]])
        self.hooks = []

    def register(self, fn):
        self.hooks.append(fn)

    def __call__(self, x):
        y = x @ self.w
        for hook in self.hooks:
            y = hook(y)
        return y


def record(y):
    return tf.stop_gradient(y)  # TFG307


m = Hooked()
m.register(record)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(m(tf.ones((2, 1))) ** 2)
print(tape.gradient(loss, m.trainable_variables))
