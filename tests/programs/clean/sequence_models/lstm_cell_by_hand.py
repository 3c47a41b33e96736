# effect: ok
# LSTM cell by hand, unrolled in Python, last hidden state for the loss
import tensorflow as tf

tf.random.set_seed(29)


class LSTMCell(tf.Module):
    def __init__(self, n_in, n_hidden, name=None):
        super().__init__(name=name)
        self.n = n_hidden
        self.w = tf.Variable(tf.random.normal((n_in + n_hidden, 4 * n_hidden), stddev=0.1))
        self.b = tf.Variable(tf.zeros(4 * n_hidden))

    def zero_state(self, batch):
        return tf.zeros((batch, self.n)), tf.zeros((batch, self.n))

    def __call__(self, x, state):
        h, c = state
        i, f, g, o = tf.split(tf.concat([x, h], 1) @ self.w + self.b, 4, axis=1)
        c = tf.sigmoid(f + 1.0) * c + tf.sigmoid(i) * tf.tanh(g)
        h = tf.sigmoid(o) * tf.tanh(c)
        return h, (h, c)


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.cell = LSTMCell(3, 5)
        self.out_w = tf.Variable(tf.random.normal((5, 1)))

    def __call__(self, seq):
        state = self.cell.zero_state(seq.shape[0])
        outputs = []
        for t in range(seq.shape[1]):
            h, state = self.cell(seq[:, t], state)
            outputs.append(h)
        return h @ self.out_w, tf.stack(outputs, 1)


net = Net()
seq, y = tf.random.normal((4, 6, 3)), tf.random.normal((4, 1))
opt = tf.keras.optimizers.Adam(1e-2)
for step in range(3):
    with tf.GradientTape() as tape:
        pred, hs = net(seq)
        loss = tf.reduce_mean((pred - y) ** 2)
        activity = 0.01 * tf.reduce_mean(hs**2)
    gs = tape.gradient(loss, net.trainable_variables)
    opt.apply_gradients(zip(gs, net.trainable_variables))
    print(step, loss.numpy(), activity.numpy())
