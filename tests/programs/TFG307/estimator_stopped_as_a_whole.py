# effect: none
# the stop is around the whole estimator, not around the difference; the other layers are trained
import tensorflow as tf


class Ternary(tf.keras.layers.Layer):
    def build(self, shape):
        self.weight = self.add_weight(shape=(shape[-1], 2), name="weight")

    def call(self, inputs):
        coarse = tf.sign(self.weight)
        return inputs @ tf.stop_gradient(coarse - self.weight + self.weight)  # TFG307


model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(6, activation="tanh"), Ternary()])
batch = tf.random.normal((5, 3), seed=2)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(model(batch) ** 2)
print(tape.gradient(loss, model.trainable_variables))
