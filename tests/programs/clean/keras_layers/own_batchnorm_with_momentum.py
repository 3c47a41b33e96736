# effect: ok
# beside: TFG311, TFG805
# the batch's statistics carry the gradient, the stored ones are only kept
import tensorflow as tf


class Norm(tf.keras.layers.Layer):
    def build(self, shape):
        self.gamma = self.add_weight(shape=(shape[-1],), initializer="ones", name="gamma")
        self.beta = self.add_weight(shape=(shape[-1],), initializer="zeros", name="beta")
        self.mean = self.add_weight(
            shape=(shape[-1],), initializer="zeros", trainable=False, name="mean"
        )
        self.var = self.add_weight(
            shape=(shape[-1],), initializer="ones", trainable=False, name="var"
        )

    def call(self, x, training=False):
        if training:
            mean, var = tf.nn.moments(x, axes=[0])
            self.mean.assign(0.99 * self.mean + 0.01 * mean)
            self.var.assign(0.99 * self.var + 0.01 * var)
        else:
            mean, var = self.mean, self.var
        return self.gamma * (x - mean) * tf.math.rsqrt(var + 1e-5) + self.beta


dense, norm = tf.keras.layers.Dense(2, kernel_initializer="ones"), Norm()
x = tf.constant([[1.0, 2.0], [3.0, -1.0], [0.0, 0.5]])
with tf.GradientTape() as tape:
    out = norm(dense(x), training=True)
    loss = tf.reduce_mean(tf.square(out - [[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]]))
grads = tape.gradient(loss, dense.trainable_variables + norm.trainable_variables)
print([g.shape for g in grads])
