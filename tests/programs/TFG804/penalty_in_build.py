# effect: none
# the penalty is the number the weights had when the layer was built
import tensorflow as tf


class Penalised(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.kernel = self.add_weight(shape=(input_shape[-1], 2), initializer="ones")
        self.penalty = 0.01 * tf.reduce_sum(tf.square(self.kernel))  # TFG804

    def call(self, x):
        self.add_loss(self.penalty)
        return tf.matmul(x, self.kernel)


layer = Penalised()
layer.build((None, 3))
with tf.GradientTape() as tape:
    layer(tf.ones((1, 3)))
    loss = tf.add_n(layer.losses)
print(tape.gradient(loss, layer.trainable_variables))
