# effect: ok
# beside: TFG805
# moving statistics are updated with detached values inside the layer
import tensorflow as tf


class CentredDense(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2, kernel_initializer="ones")
        self.centre = self.add_weight(shape=(2,), initializer="zeros", trainable=False)

    def call(self, x):
        out = self.dense(x)
        batch_mean = tf.reduce_mean(tf.stop_gradient(out), axis=0)
        self.centre.assign(0.9 * self.centre + 0.1 * batch_mean)
        return out - tf.stop_gradient(tf.convert_to_tensor(self.centre))


layer = CentredDense()
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(layer(tf.constant([[1.0, 2.0], [3.0, 4.0]]))))
print(tape.gradient(loss, layer.trainable_variables))
