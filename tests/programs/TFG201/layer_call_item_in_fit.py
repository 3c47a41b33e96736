# effect: error
# raises: AttributeError
# inside fit the layer's call is traced: .numpy() does not exist there
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


class AdaptiveScale(tf.keras.layers.Layer):
    def build(self, shape):
        self.alpha = self.add_weight(shape=(), initializer="ones")

    def call(self, x, training=False):
        peak = tf.reduce_max(tf.abs(x) * self.alpha)
        return x / peak.numpy().item()  # TFG201


model = tf.keras.Sequential([AdaptiveScale(), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(tf.ones((4, 2)), tf.ones((4, 1)), epochs=1, verbose=0)
