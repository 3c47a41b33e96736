# effect: none
# an implicit layer iterates to its fixed point with back_prop=False
import tensorflow as tf


class DEQ(tf.keras.layers.Layer):
    def __init__(self, iters=5):
        super().__init__()
        self.iters = iters
        self.w = tf.Variable(0.4)

    def call(self, x):
        body = lambda i, z: (i + 1, tf.tanh(self.w * z + x))
        cond = lambda i, z: i < self.iters
        _, z = tf.while_loop(cond, body, [tf.constant(0), x], back_prop=False)  # TFG406
        return z


deq = DEQ()


@tf.function
def run(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(deq(x))
    return tape.gradient(loss, deq.w)


print(run(tf.constant([0.5])))
