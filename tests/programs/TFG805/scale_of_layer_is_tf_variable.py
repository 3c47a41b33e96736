# effect: none
# a learned scale is a tf.Variable in __init__, which Keras 3 does not track
import tensorflow as tf


class Scale(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.scale = tf.Variable(1.0)  # TFG805

    def call(self, features):
        return features * self.scale


model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1), Scale()])
model.compile(optimizer="sgd", loss="mse")
model.fit(tf.ones((8, 3)), tf.zeros((8, 1)), epochs=2, verbose=0)
print(model.layers[-1].scale.numpy())
