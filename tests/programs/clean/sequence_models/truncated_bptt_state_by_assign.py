# effect: ok
# the state is carried from window to window by assign; within a window it is a tensor
import tensorflow as tf


class CharRNN(tf.Module):
    def __init__(self, units=3):
        super().__init__()
        self.wx = tf.Variable(tf.ones((2, units)) * 0.3)
        self.wh = tf.Variable(tf.eye(units) * 0.5)
        self.wo = tf.Variable(tf.ones((units, 2)) * 0.1)
        self.carry = tf.Variable(tf.zeros((1, units)), trainable=False)

    def window_loss(self, xs, ys):
        h = self.carry.read_value()
        loss = 0.0
        for x, y in zip(xs, ys):
            h = tf.tanh(x @ self.wx + h @ self.wh)
            loss += tf.reduce_mean(tf.square(h @ self.wo - y))
        self.carry.assign(h)
        return loss / len(xs)


net = CharRNN()
opt = tf.keras.optimizers.SGD(0.1)
sequence = [tf.constant([[0.1 * i, 1.0]]) for i in range(6)]
for start in range(0, 6, 3):
    xs = sequence[start : start + 3]
    with tf.GradientTape() as tape:
        loss = net.window_loss(xs, xs)
    grads = tape.gradient(loss, net.trainable_variables)
    opt.apply_gradients(zip(grads, net.trainable_variables))
