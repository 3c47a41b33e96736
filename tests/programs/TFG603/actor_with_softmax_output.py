# effect: nan
# the actor returns probabilities, the loss takes their logarithm
import tensorflow as tf


class Actor(tf.keras.Model):
    def __init__(self, actions):
        super().__init__()
        self.logits = tf.keras.layers.Dense(
            actions, activation="softmax", kernel_initializer="identity"
        )

    def call(self, state):
        return self.logits(state)


actor = Actor(2)
states = tf.constant([[150.0, -10.0]])
with tf.GradientTape() as tape:
    probabilities = actor(states)
    log_probability = tf.math.log(probabilities[0, 1])  # TFG603
    loss = -log_probability * 2.0
print(tape.gradient(loss, actor.trainable_variables))
