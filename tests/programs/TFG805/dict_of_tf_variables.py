# effect: none
# weights in a dict of tf.Variables, trained in a hand-written loop by trainable_weights
import tensorflow as tf


class Attention(tf.keras.layers.Layer):
    def build(self, shape):
        width = shape[-1]
        self.parameters = {
            "query": tf.Variable(tf.random.normal((width, width))),  # TFG805
            "key": tf.Variable(tf.random.normal((width, width))),  # TFG805
        }
        self.gain = self.add_weight(shape=(), initializer="ones")

    def call(self, x):
        q, k = x @ self.parameters["query"], x @ self.parameters["key"]
        return self.gain * tf.matmul(q, k, transpose_b=True)


layer = Attention()
x = tf.random.normal((2, 3, 4))
sgd = tf.keras.optimizers.SGD(0.01)
for step in range(3):
    with tf.GradientTape() as tape:
        value = tf.reduce_mean(layer(x) ** 2)
    sgd.apply_gradients(zip(tape.gradient(value, layer.trainable_weights), layer.trainable_weights))
