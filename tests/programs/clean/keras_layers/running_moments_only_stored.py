# effect: ok
# beside: TFG311, TFG805
# own batch normalisation: batch moments on the path, running moments only stored
import tensorflow as tf


class SimpleNorm(tf.keras.layers.Layer):
    def build(self, shape):
        self.gamma = self.add_weight(shape=(shape[-1],), initializer="ones")
        self.mean = self.add_weight(shape=(shape[-1],), initializer="zeros", trainable=False)

    def call(self, x, training=False):
        if training:
            mean = tf.reduce_mean(x, axis=0)
            self.mean.assign(0.9 * self.mean + 0.1 * mean)
        else:
            mean = self.mean
        return self.gamma * (x - mean)


norm = SimpleNorm()
dense = tf.keras.layers.Dense(2)
x = tf.constant([[1.0, 2.0, 3.0], [0.0, 1.0, 5.0]])
with tf.GradientTape() as tape:
    out = norm(dense(x), training=True)
    loss = tf.reduce_sum(tf.square(out - 1.0))
print(tape.gradient(loss, norm.trainable_variables + dense.trainable_variables))
