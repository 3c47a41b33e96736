# effect: ok
# beside: TFG812
# the layer's own variables appear in the loop, once
import tensorflow as tf


class Linear(tf.keras.layers.Layer):
    def build(self, shape):
        self.kernel = self.add_weight(shape=(shape[-1], 1))

    def call(self, inputs):
        return tf.matmul(inputs, self.kernel)


layer = Linear()
optimizer = tf.keras.optimizers.SGD(0.1)
for _ in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(layer(tf.ones((4, 2))) - 1.0))
    gradients = tape.gradient(loss, layer.trainable_weights)
    optimizer.apply_gradients(zip(gradients, layer.trainable_weights))
