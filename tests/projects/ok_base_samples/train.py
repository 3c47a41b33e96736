# effect: ok
# a method of the base class builds the generator before its weights are asked for
import tensorflow as tf

from networks.base import Adversaries


class Small(Adversaries):
    def make_generator(self):
        return tf.keras.Sequential([tf.keras.layers.Dense(4, "tanh"), tf.keras.layers.Dense(2)])

    def make_critic(self):
        return tf.keras.Sequential([tf.keras.layers.Dense(1)])

    def train(self, real):
        with tf.GradientTape() as tape:
            scores = self.critic(real) - self.critic(self.sample(3))
            loss = tf.reduce_mean(scores)
        weights = self.critic.trainable_variables
        critic_gradients = tape.gradient(loss, weights)
        weights = self.generator.trainable_variables
        with tf.GradientTape() as tape:
            loss = -tf.reduce_mean(self.critic(self.sample(3)))
        return critic_gradients, tape.gradient(loss, weights)


print(Small(2).train(tf.ones((3, 2))))
