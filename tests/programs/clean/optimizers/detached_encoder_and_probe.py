# effect: ok
# the probe learns from features that are detached, and the encoder from a loss of its own
import tensorflow as tf


class Probing:
    def __init__(self, encoder, probe, optimizers):
        self.encoder = encoder
        self.probe = probe
        self.optimizers = optimizers

    def step(self, x, y):
        with tf.GradientTape() as tape:
            own = tf.reduce_mean(tf.square(self.encoder(x) - x))
        weights = self.encoder.trainable_weights
        self.optimizers[0].apply_gradients(zip(tape.gradient(own, weights), weights))
        with tf.GradientTape() as tape:
            features = tf.stop_gradient(self.encoder(x))
            loss = tf.reduce_mean(tf.square(self.probe(features) - y))
        gradients = tape.gradient(loss, self.probe.trainable_weights)
        self.optimizers[1].apply_gradients(zip(gradients, self.probe.trainable_weights))
        return gradients


layer = "tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])"
optimizers = "[tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.SGD(0.1)]"
probing = eval(f"Probing({layer}, {layer}, {optimizers})")
print(probing.step(tf.ones((3, 2)), tf.zeros((3, 2))))
