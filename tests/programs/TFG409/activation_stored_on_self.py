# effect: error
# raises: TypeError
# an activation stored on self while tracing is a symbol of that trace
import tensorflow as tf


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([[0.5], [0.25]])
        self.hidden = None

    @tf.function
    def __call__(self, x):
        self.hidden = tf.tanh(x @ self.w)  # TFG409
        return 2.0 * self.hidden


net = Net()
with tf.GradientTape() as tape:
    out = net(tf.ones((3, 2)))
    loss = tf.reduce_mean(out) + 0.1 * tf.reduce_sum(tf.abs(net.hidden))
print(tape.gradient(loss, net.w))
