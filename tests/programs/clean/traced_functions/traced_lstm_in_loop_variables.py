# effect: ok
# a traced recurrent cell with all state in loop variables
import tensorflow as tf


class TinyGRU(tf.Module):
    def __init__(self, n_in, n):
        super().__init__()
        init = tf.random.stateless_normal((n_in + n, 2 * n), seed=(1, 1), stddev=0.3)
        self.w = tf.Variable(init)
        self.n = n

    @tf.function
    def __call__(self, xs):
        steps = tf.shape(xs)[0]
        h = tf.zeros((tf.shape(xs)[1], self.n))
        out = tf.TensorArray(tf.float32, size=steps)
        for t in tf.range(steps):
            gates = tf.concat([xs[t], h], axis=-1) @ self.w
            z, c = tf.split(gates, 2, axis=-1)
            z = tf.sigmoid(z)
            h = z * h + (1.0 - z) * tf.tanh(c)
            out = out.write(t, h)
        return out.stack()


cell = TinyGRU(2, 3)
with tf.GradientTape() as tape:
    y = cell(tf.ones((4, 1, 2)))
    loss = tf.reduce_mean(tf.square(y - 0.5))
print(tape.gradient(loss, cell.w))
