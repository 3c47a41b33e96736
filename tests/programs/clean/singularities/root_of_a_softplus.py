# effect: ok
# a softplus is not zero, and a margin is added
import tensorflow as tf
from tensorflow import keras


class StdHead(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.d = keras.layers.Dense(4, activation="softplus")

    def call(self, x):
        return tf.sqrt(self.d(x) + 1e-6)


head = StdHead()
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(head(tf.random.normal((32, 8))))
print(tape.gradient(loss, head.trainable_variables))
