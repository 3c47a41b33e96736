# effect: wrong
# truth: [-1.8, -0.3]
# twin critics: the gradients of the first one are applied to both
import tensorflow as tf


class Twins:
    def __init__(self):
        self.first = tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")
        self.second = tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="zeros")
        self.optimizers = [tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.SGD(0.1)]

    def learn(self, states, returns):
        with tf.GradientTape() as first_tape:
            first_loss = tf.reduce_mean(tf.square(self.first(states) - returns))
        with tf.GradientTape() as second_tape:
            second_loss = tf.reduce_mean(tf.square(self.second(states) - returns))
        first_grads = first_tape.gradient(first_loss, self.first.trainable_variables)
        second_grads = second_tape.gradient(second_loss, self.second.trainable_variables)
        self.optimizers[0].apply_gradients(zip(first_grads, self.first.trainable_variables))
        self.optimizers[1].apply_gradients(  # TFG505
            zip(first_grads, self.second.trainable_variables)
        )


twins = Twins()
states, returns = tf.constant([[1.0, 0.0], [0.0, 3.0]]), tf.constant([[2.0], [1.0]])
for _ in range(2):
    twins.learn(states, returns)
