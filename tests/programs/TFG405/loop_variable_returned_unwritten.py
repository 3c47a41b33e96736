# effect: zero
# the loop variable is handed on as it came in: an array of zeros, connected to nothing real
import tensorflow as tf


class Decoder(tf.Module):
    def __init__(self):
        self.weight = tf.Variable([[0.5, 0.0], [0.0, 0.5]])

    @tf.function
    def decode(self, h, steps):
        outputs = tf.TensorArray(tf.float32, size=steps, element_shape=(1, 2))

        def cond(t, h, outputs):
            return t < steps

        def body(t, h, outputs):
            h = tf.tanh(h @ self.weight)
            outputs.write(t, h)  # TFG405
            return t + 1, h, outputs

        _, _, outputs = tf.while_loop(cond, body, (0, h, outputs))
        return outputs.stack()


dec = Decoder()
with tf.GradientTape() as tape:
    seq = dec.decode(tf.ones((1, 2)), tf.constant(4))
    loss = tf.reduce_mean(tf.square(seq - 0.3))
print(tape.gradient(loss, dec.weight))
