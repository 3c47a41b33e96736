# effect: ok
# beside: TFG522
# regularisers and add_loss come back through model.losses, an accumulator over a loop
import tensorflow as tf


class Sparse(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(3, kernel_regularizer="l2")

    def call(self, x):
        h = tf.nn.sigmoid(self.dense(x))
        self.add_loss(0.01 * tf.reduce_mean(tf.abs(h)))
        return h


model = tf.keras.Sequential([tf.keras.Input((2,)), Sparse(), tf.keras.layers.Dense(1)])
x = tf.ones((4, 2))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(x, training=True)))
    penalty = tf.add_n(model.losses)
    loss = loss + penalty
print([g.shape for g in tape.gradient(loss, model.trainable_variables)])
