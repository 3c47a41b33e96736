# effect: none
# inside tf.function the helper's write returns a new array that nobody keeps
import tensorflow as tf


class Decoder(tf.Module):
    def __init__(self):
        self.w = tf.Variable(0.7)

    def emit(self, ta, t, h):
        ta.write(t, tf.tanh(h))  # TFG405

    @tf.function
    def __call__(self, x, n=3):
        ta = tf.TensorArray(tf.float32, size=n, element_shape=())
        h = x
        for t in range(n):
            h = self.w * h
            self.emit(ta, t, h)
        return tf.reduce_sum(ta.stack())


dec = Decoder()
with tf.GradientTape() as tape:
    loss = dec(tf.constant(2.0))
print(tape.gradient(loss, dec.w))
