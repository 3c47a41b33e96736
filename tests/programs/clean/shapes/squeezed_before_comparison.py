# effect: ok
# beside: TFG510
# the output is squeezed in call, the labels are a vector
import tensorflow as tf


class Regressor(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, inputs):
        return self.dense(inputs)[:, 0]


model = Regressor()
x = tf.random.uniform((10, 4), seed=1)
y = tf.reduce_sum(x, axis=1)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.abs(y - model(x)))
gradients = tape.gradient(loss, model.trainable_variables)
