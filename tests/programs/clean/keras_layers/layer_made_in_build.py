# effect: ok
# beside: TFG807
# the layer is made once, in build
import tensorflow as tf


class Head(tf.keras.layers.Layer):
    def build(self, shape):
        self.dense = tf.keras.layers.Dense(1)
        self.dense.build(shape)

    def call(self, x):
        return self.dense(x)


model = tf.keras.Sequential([tf.keras.Input((2,)), Head()])
model.compile("sgd", "mse")
model.fit(tf.constant([[0.1, 0.2], [0.3, 0.4]]), tf.constant([[1.0], [0.0]]), verbose=0)
