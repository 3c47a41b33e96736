# effect: none
# image is saturated to bytes in a preprocessing layer
import tensorflow as tf


class ToBytes(tf.keras.layers.Layer):
    def call(self, x):
        return tf.saturate_cast(x * 255.0, tf.int32)  # TFG305


class Scale(tf.keras.layers.Layer):
    def call(self, x):
        return tf.cast(x, "float32") / 255.0


generator = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(3), ToBytes(), Scale()]
)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(generator(tf.ones((2, 2))))
print(tape.gradient(loss, generator.trainable_variables))
