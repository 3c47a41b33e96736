# effect: ok
# beside: TFG116
# a layer computes a slope while the functional model is described
import tensorflow as tf


class Slope(tf.keras.layers.Layer):
    def call(self, inputs):
        with tf.GradientTape() as tape:
            tape.watch(inputs)
            height = tf.sin(inputs) ** 2
        return tape.gradient(height, inputs)


entry = tf.keras.Input((3,))
model = tf.keras.Model(entry, tf.keras.layers.Dense(1)(Slope()(entry)))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(model(tf.ones((2, 3))))
print(tape.gradient(loss, model.trainable_variables))
