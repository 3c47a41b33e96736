# effect: none
# hypernetwork: the generated kernel is assigned into a Dense layer
import tensorflow as tf


class HyperNet(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.embedding = tf.Variable(tf.ones((1, 3)))
        self.to_kernel = tf.keras.layers.Dense(4)
        self.main = tf.keras.layers.Dense(2, use_bias=False)
        self.main.build((None, 2))

    def load(self):
        kernel = tf.reshape(self.to_kernel(self.embedding), (2, 2))
        self.main.kernel.assign(kernel)  # TFG403

    def call(self, x):
        self.load()
        return self.main(x)


hyper = HyperNet()
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(hyper(tf.ones((2, 2))) ** 2)
print(tape.gradient(loss, hyper.to_kernel.trainable_variables))
