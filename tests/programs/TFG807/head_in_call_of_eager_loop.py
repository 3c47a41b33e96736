# effect: none
# in an eager loop nothing fails: each step has another random head
import tensorflow as tf


class Policy(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.body = tf.keras.layers.Dense(8, activation="relu")

    def call(self, state):
        features = self.body(state)
        head = tf.keras.layers.Dense(2)  # TFG807
        return head(features)


policy = Policy()
optimizer = tf.keras.optimizers.Adam(0.01)
states = tf.random.normal((4, 3))
for _ in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(policy(states) - 1.0))
    gradients = tape.gradient(loss, policy.trainable_variables)
    optimizer.apply_gradients(zip(gradients, policy.trainable_variables))
