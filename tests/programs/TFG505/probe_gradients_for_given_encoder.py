# effect: error
# raises: InvalidArgumentError
# the probe learns from features that are detached; its gradients update the encoder
import tensorflow as tf


class Probing:
    def __init__(self, encoder, probe, optimizer):
        self.encoder = encoder
        self.probe = probe
        self.optimizer = optimizer

    def step(self, x, y):
        with tf.GradientTape() as tape:
            features = tf.stop_gradient(self.encoder(x))
            loss = tf.reduce_mean(tf.square(self.probe(features) - y))
        gradients = tape.gradient(loss, self.probe.trainable_weights)
        pairs = zip(gradients, self.encoder.trainable_weights)
        self.optimizer.apply_gradients(pairs)  # TFG505
        return gradients


encoder = "tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])"
probe = "tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])"
probing = eval(f"Probing({encoder}, {probe}, tf.keras.optimizers.SGD(0.1))")
print(probing.step(tf.ones((3, 2)), tf.zeros((3, 1))))
