# effect: none
# memory saver left in a layer that is trained with fit
import tensorflow as tf


class RowScale(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.scale = self.add_weight(shape=(input_shape[-1],), initializer="ones")

    def call(self, x):
        scale = tf.convert_to_tensor(self.scale)
        return tf.map_fn(lambda row: tf.tanh(row * scale), x, back_prop=False)  # TFG406


model = tf.keras.Sequential([tf.keras.Input((2,)), RowScale()])
model.compile(optimizer="sgd", loss="mse")
model.fit(tf.ones((4, 2)), tf.zeros((4, 2)), epochs=1, verbose=0)
