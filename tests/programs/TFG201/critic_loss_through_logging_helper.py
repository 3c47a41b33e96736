# effect: none
# long program: the loss of the critic goes through .numpy() in a helper that also logs
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


class Buffer:
    def __init__(self):
        self.items = []

    def add(self, *item):
        self.items.append(item)

    def sample(self, n):
        idx = np.random.default_rng(0).integers(0, len(self.items), n)
        columns = zip(*(self.items[i] for i in idx))
        return [np.array(c, dtype=np.float32) for c in columns]


class Critic:
    def __init__(self):
        self.net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
        self.slow = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
        self.history = []

    def value(self, s, net=None):
        return tf.squeeze((net or self.net)(s), -1)

    def error(self, s, r, s2):
        goal = r + 0.9 * self.value(s2, self.slow).numpy()
        current = self.value(s).numpy()  # TFG201
        self.history.append(float(np.mean(np.abs(goal - current))))
        return tf.reduce_mean(tf.square(goal - current))

    def train(self, batch):
        with tf.GradientTape() as tape:
            loss = self.error(*batch)
        return loss, tape.gradient(loss, self.net.trainable_variables)


buf = Buffer()
for k in range(5):
    buf.add([k, 1.0], float(k % 2), [k + 1.0, 1.0])
critic = Critic()
loss, grads = critic.train(buf.sample(4))
print(loss.numpy(), grads, critic.history)
