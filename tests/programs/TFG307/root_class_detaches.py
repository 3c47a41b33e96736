# effect: none
# three classes deep, the root detaches
import tensorflow as tf


class Root(tf.keras.layers.Layer):
    def encode(self, x):
        return tf.stop_gradient(x)  # TFG307


class Middle(Root):
    def __init__(self):
        super().__init__()
        self.scale = tf.Variable(2.0)

    def encode(self, x):
        return super().encode(self.scale * x)


class Leaf(Middle):
    def encode(self, x):
        return tf.tanh(super().encode(x))


leaf = Leaf()
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(leaf.encode(tf.constant([0.1, 0.2])))
print(tape.gradient(loss, leaf.scale))
