# effect: ok
# beside: TFG412
# the same program with the live value in the loss and NumPy only for goal and log
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


class Critic:
    def __init__(self):
        self.net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
        self.slow = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
        self.history = []

    def value(self, s, net=None):
        return tf.squeeze((net or self.net)(s), -1)

    def error(self, s, r, s2):
        goal = r + 0.9 * self.value(s2, self.slow).numpy()
        current = self.value(s)
        self.history.append(float(np.mean(np.abs(goal - current.numpy()))))
        return tf.reduce_mean(tf.square(goal - current))

    def train(self, batch):
        with tf.GradientTape() as tape:
            loss = self.error(*batch)
        return loss, tape.gradient(loss, self.net.trainable_variables)


critic = Critic()
states = np.arange(8, dtype=np.float32).reshape(4, 2)
loss, grads = critic.train((states, np.ones(4, np.float32), states + 1.0))
print(loss.numpy(), grads, critic.history)
