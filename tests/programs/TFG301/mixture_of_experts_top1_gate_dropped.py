# effect: none
# the router's probability is never multiplied in: only its argmax is used
import tensorflow as tf


class MoE(tf.keras.layers.Layer):
    def __init__(self, n):
        super().__init__()
        self.router = tf.keras.layers.Dense(n)
        self.experts = self.add_weight(shape=(n, 2), initializer="random_normal")

    def route(self, x):
        gate = tf.nn.softmax(self.router(x))
        return tf.argmax(gate, axis=-1)  # TFG301

    def call(self, x):
        chosen = tf.gather(self.experts, self.route(x))
        return tf.reduce_sum(chosen * x, axis=-1)


moe = MoE(3)
with tf.GradientTape() as tape:
    y = tf.reduce_mean(moe(tf.ones((4, 2))))
grads = tape.gradient(y, moe.trainable_variables)
print(grads)
