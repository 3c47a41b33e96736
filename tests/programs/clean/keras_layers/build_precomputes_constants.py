# effect: ok
# build() computes a table from its config and a mask from an initial draw, no weight in it
import tensorflow as tf


class Positional(tf.keras.layers.Layer):
    def build(self, shape):
        steps, width = shape[1], shape[2]
        angle = tf.range(steps, dtype=tf.float32)[:, None] / tf.pow(
            100.0, tf.range(width, dtype=tf.float32)[None] / width
        )
        self.table = tf.sin(angle)
        self.gain = self.add_weight(shape=(width,), initializer="ones", name="gain")
        self.initial_norm = float(tf.norm(self.gain))

    def call(self, x):
        return x + self.gain * self.table / self.initial_norm


layer = Positional()
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(layer(tf.ones((2, 3, 4)))))
print(tape.gradient(loss, layer.trainable_variables))
