# effect: wrong
# truth: [-0.21316, -0.009766, -0.217783, 0.592811, -0.853, 0.406491, -0.535985, 0.385793, 0.213813, -0.0828907, 0.0829995, -0.932025, -0.821116, 0.46643, -0.515205, 0.338039, -0.67516, 0.195268, -0.0276137, 0.36791, 0.568186]
# a layer of a functional model adds a loss in each call
import tensorflow as tf


class Penalty(tf.keras.layers.Layer):
    def call(self, values):
        self.add_loss(0.5 * tf.reduce_mean(tf.square(values)))
        return values


tf.keras.utils.set_random_seed(9)
inputs = tf.keras.Input((3,))
hidden = Penalty()(tf.keras.layers.Dense(4, "tanh")(inputs))
model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(hidden))
optimizer = tf.keras.optimizers.SGD(0.1)
features, labels = tf.random.normal((6, 3)), tf.random.normal((6, 1))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(features, training=True) - labels))
gradients = tape.gradient(loss, model.trainable_variables)  # TFG522
optimizer.apply_gradients(zip(gradients, model.trainable_variables))
