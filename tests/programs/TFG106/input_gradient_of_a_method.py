# effect: wrong
# truth: [27.2143, 27.2143, 27.2143, 27.2143, 21.3314, 21.3314, 21.3314, 21.3314, -58.8286, -58.8286, -58.8286, -58.8286, 77.7589, 77.7589, 77.7589, 77.7589]
# a method returns the gradient for the images, and the penalty is made of it in another tape
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.critic = tf.keras.Sequential(
            [
                tf.keras.Input((2,)),
                tf.keras.layers.Dense(4, activation="tanh", kernel_initializer="ones"),
                tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones"),
            ]
        )

    def slopes(self, images):
        with tf.GradientTape() as tape:
            tape.watch(images)
            scores = self.critic(images)
        return tape.gradient(scores, images)  # TFG106

    def step(self, images):
        slopes = self.slopes(images)
        with tf.GradientTape() as tape:
            penalty = tf.reduce_mean((tf.sqrt(tf.reduce_sum(slopes**2, axis=1)) - 1.0) ** 2)
            loss = tf.reduce_mean(self.critic(images)) + 10.0 * penalty
        return tape.gradient(loss, self.critic.trainable_variables)


print(Trainer().step(tf.constant([[0.1, 0.2], [0.3, 0.4]])))
