# effect: none
# the unrolled outputs are stacked by the caller, after the tape is closed
import tensorflow as tf


class Cell(tf.Module):
    def __init__(self):
        self.u = tf.Variable(0.5)
        self.w = tf.Variable(0.3)

    def __call__(self, x, h):
        return tf.tanh(self.u * x + self.w * h)


def unroll(cell, xs):
    ta = tf.TensorArray(tf.float32, size=len(xs))
    h = tf.constant(0.0)
    for t, x in enumerate(xs):
        h = cell(x, h)
        ta = ta.write(t, h)
    return ta


cell = Cell()
xs = [0.1, 0.2, 0.3]
with tf.GradientTape() as tape:
    outputs = unroll(cell, xs)
hidden = outputs.stack()  # TFG101
loss = tf.reduce_mean(hidden**2)
print(tape.gradient(loss, cell.trainable_variables))
