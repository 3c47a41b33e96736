# effect: none
# features are detached once for the critic, but the actor uses the same name
import tensorflow as tf


class Shared(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.trunk = tf.keras.layers.Dense(4, activation="tanh")
        self.pi = tf.keras.layers.Dense(2)
        self.v = tf.keras.layers.Dense(1)

    def features(self, s, stop=False):
        h = self.trunk(s)
        return tf.stop_gradient(h) if stop else h  # TFG307

    def call(self, s):
        h = self.features(s, stop=True)
        return self.pi(h), self.v(h)


net = Shared()
with tf.GradientTape() as tape:
    logits, value = net(tf.ones((2, 3)))
    actor = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits([0, 1], logits))
    loss = actor + tf.reduce_mean(value**2)
print(tape.gradient(loss, net.trainable_variables))
