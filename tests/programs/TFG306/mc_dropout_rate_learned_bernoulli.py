# effect: none
# concrete dropout without the concrete: a hard mask drawn by comparison
import tensorflow as tf


class LearnedDropout(tf.keras.layers.Layer):
    def build(self, shape):
        self.logit = self.add_weight(shape=(), initializer="zeros", name="logit")

    def mask(self, shape):
        u = tf.random.stateless_uniform(shape, seed=(1, 2))
        keep = u < tf.sigmoid(self.logit)  # TFG306
        return tf.cast(keep, tf.float32)

    def call(self, x):
        return x * self.mask(tf.shape(x))


layer = LearnedDropout()
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(layer(tf.ones((4, 3))) ** 2)
print(tape.gradient(loss, layer.trainable_variables))
