# effect: none
# GAE in NumPy is fine for the actor, but the value loss reuses those values
import numpy as np
import tensorflow as tf


def gae(rewards, values, gamma=0.9, lam=0.95):
    values = np.append(values.numpy(), 0.0)  # TFG201
    adv, last = np.zeros(len(rewards), np.float32), 0.0
    for t in reversed(range(len(rewards))):
        delta = rewards[t] + gamma * values[t + 1] - values[t]
        last = delta + gamma * lam * last
        adv[t] = last
    return adv, adv + values[:-1].astype(np.float32)


class A2C(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.v = tf.keras.layers.Dense(1)

    def value(self, s):
        return tf.squeeze(self.v(s), axis=-1)


model = A2C()
states, rewards = tf.ones((3, 2)), np.array([1.0, 0.0, 1.0], np.float32)
with tf.GradientTape() as tape:
    adv, returns = gae(rewards, model.value(states))
    value_loss = tf.reduce_mean(tf.square(tf.convert_to_tensor(adv)))
print(tape.gradient(value_loss, model.trainable_variables))
