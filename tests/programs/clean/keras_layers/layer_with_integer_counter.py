# effect: ok
# beside: TFG805
# a counter is an integer variable, and nobody asks for its gradient
import tensorflow as tf


class Counting(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.calls = tf.Variable(0)
        self.inner = tf.keras.layers.Dense(1)

    def call(self, x):
        self.calls.assign_add(1)
        return self.inner(x)


class Converted(tf.keras.layers.Layer):
    def __init__(self, convert):
        super().__init__()
        self.calls = tf.Variable(0)
        self.convert = convert
        self.inner = tf.keras.layers.Dense(1)

    def call(self, x):
        self.calls.assign_add(1)
        return self.convert(self.inner(x))


model = tf.keras.Sequential([Counting(), Converted(tf.tanh)])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(model(tf.ones((2, 3))) ** 2)
print(tape.gradient(loss, model.trainable_variables))
