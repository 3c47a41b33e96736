# effect: ok
# beside: TFG522
# what a layer adds to its losses has no slope, but layers and weights inside add more
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)


class Code(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(2)

    def call(self, x):
        z = self.dense(x)
        self.add_loss(tf.reduce_mean(tf.square(z)))
        return z


class Counted(keras.layers.Layer):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def call(self, x):
        z = self.inner(x)
        self.add_loss(0.01 * tf.reduce_sum(tf.cast(z > 0.0, tf.float32)))
        return z


class Scaled(keras.Model):
    def build(self, shape):
        self.scale = self.add_weight(shape=(), initializer="ones", regularizer="l2")

    def call(self, x):
        z = x * self.scale
        self.add_loss(tf.round(tf.reduce_sum(z)))
        return z


plain = keras.layers.Dense(2, use_bias=False, kernel_regularizer="l2")
active = keras.Sequential([keras.layers.Dense(2), keras.layers.ActivityRegularization(l2=0.1)])
for layer in (Counted(Code()), Counted(plain), Counted(active), Scaled()):
    with tf.GradientTape() as tape:
        layer(tf.ones((2, 3)))
        penalty = tf.add_n(layer.losses)
    print(tape.gradient(penalty, layer.trainable_variables))
