# effect: ok
# The type comes from a function: numbers counted up in it are no integers
import tensorflow as tf


class Distance(tf.keras.losses.Loss):
    def __init__(self, classes):
        super().__init__()
        self.places = tf.range(classes, dtype=tf.keras.backend.floatx())

    def call(self, y_true, y_pred):
        y_pred = tf.cast(y_pred, self.places.dtype)
        return tf.reduce_sum(y_pred * tf.abs(self.places - tf.cast(y_true, self.places.dtype)))


layer = tf.keras.layers.Dense(3, activation="softmax")
x = tf.constant([[0.5, -1.0], [2.0, 0.3]])
y = tf.constant([[1], [2]])
distance = Distance(3)
with tf.GradientTape() as tape:
    loss = distance(y, layer(x))
print(tape.gradient(loss, layer.trainable_variables))
