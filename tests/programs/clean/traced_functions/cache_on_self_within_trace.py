# effect: ok
# values are stored on self while tracing, and used only within the same trace
import tensorflow as tf


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([[0.5], [0.25]])
        self.taps = []

    def forward(self, x):
        self.taps = []
        h = tf.tanh(x @ self.w)
        self.taps.append(h)
        return 2.0 * h

    @tf.function
    def loss(self, x):
        out = self.forward(x)
        return tf.reduce_mean(out) + 0.1 * tf.add_n([tf.reduce_sum(t**2) for t in self.taps])


net = Net()
with tf.GradientTape() as tape:
    value = net.loss(tf.ones((3, 2)))
print(tape.gradient(value, net.w))
