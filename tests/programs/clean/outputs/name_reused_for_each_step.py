# effect: ok
# beside: TFG810
# the same name holds each result in turn
import tensorflow as tf


class Chain(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.first = tf.keras.layers.Dense(3, activation="tanh")
        self.second = tf.keras.layers.Dense(3, activation="tanh")
        self.third = tf.keras.layers.Dense(1)

    def call(self, x):
        x = self.first(x)
        x = x + self.second(x)
        return self.third(x)


chain = Chain()
data = tf.random.normal((4, 3), seed=1)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(chain(data) - 1.0))
print(tape.gradient(loss, chain.trainable_variables))
