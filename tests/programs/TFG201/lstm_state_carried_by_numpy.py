# effect: none
# the hidden state is carried over as an array; only the state reaches the loss
import tensorflow as tf


class Recurrent(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.cell = tf.keras.layers.GRUCell(2)
        self.h = None

    def reset(self, n):
        self.h = tf.zeros((n, 2))

    def observe(self, x):
        _, h = self.cell(x, [self.h])
        h = h[0] if isinstance(h, (list, tuple)) else h
        self.h = h.numpy()  # TFG201

    def summary_loss(self, xs):
        self.reset(1)
        for x in xs:
            self.observe(x)
        return tf.reduce_sum(self.h)


net = Recurrent()
with tf.GradientTape() as tape:
    loss = net.summary_loss([tf.ones((1, 3)), tf.zeros((1, 3))])
print(tape.gradient(loss, net.cell.trainable_variables))
