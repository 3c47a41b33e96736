import tensorflow as tf

from agents.base import Agent


class CarefulAgent(Agent):
    def __init__(self, critic):
        super().__init__(critic)
        self._log_alpha = tf.Variable(0.1)
        self._log_caution = tf.Variable(0.3)
        self._optimizer = tf.keras.optimizers.SGD(0.01)
        self._caution_optimizer = tf.keras.optimizers.SGD(0.01)

    def train(self, states):
        alpha = [self._log_alpha]
        with tf.GradientTape() as tape:
            alpha_loss = tf.reduce_mean(tf.exp(self._log_alpha) * self._critic(states))
        self._apply_gradients(tape.gradient(alpha_loss, alpha), alpha, self._optimizer)

        caution = [self._log_caution]
        with tf.GradientTape() as tape:
            values = self._critic(states)
            caution_loss = -tf.exp(self._log_caution) * tf.reduce_mean(values)
        gradients = tape.gradient(caution_loss, caution)
        self._apply_gradients(gradients, caution, self._caution_optimizer)
        return alpha_loss, caution_loss, gradients
