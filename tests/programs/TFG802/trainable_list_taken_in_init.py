# effect: none
# the trainer collects the variables of both nets before they are built: an empty list
import tensorflow as tf


class SAC:
    def __init__(self):
        self.q1 = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])
        self.q_vars = self.q1.trainable_variables  # TFG802

    def grads(self, s, target):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.q1(s) - target) ** 2)
        return tape.gradient(loss, self.q_vars)


agent = SAC()
print(agent.grads(tf.ones((2, 3)), 1.0))
