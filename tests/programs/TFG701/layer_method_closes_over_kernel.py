# effect: error
# raises: TypeError
# the custom gradient closes over the layer's own kernel
import tensorflow as tf


class BinaryDense(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.kernel = self.add_weight(shape=(input_shape[-1], 2))

    def call(self, x):
        @tf.custom_gradient
        def binarised(inputs):
            signs = tf.sign(self.kernel)
            out = tf.matmul(inputs, signs)

            def grad(dy):  # TFG701
                return tf.matmul(dy, signs, transpose_b=True)

            return out, grad

        return binarised(x)


layer = BinaryDense()
layer.build((None, 3))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(layer(tf.ones((1, 3))) ** 2)
print(tape.gradient(loss, layer.trainable_variables))
