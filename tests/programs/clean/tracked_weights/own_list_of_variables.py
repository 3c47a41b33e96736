# effect: ok
# beside: TFG805
# the model says itself which variables it has
import tensorflow as tf


class Mixed(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
        self.gain = tf.Variable(1.0)

    def call(self, x):
        return self.gain * self.dense(x)

    @property
    def parameters(self):
        return [*self.dense.trainable_variables, self.gain]


model = Mixed()
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(tf.ones((4, 3))) - 1.0))
print(tape.gradient(loss, model.parameters))
