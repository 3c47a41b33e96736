# effect: wrong
# truth: [-0.0149712, -0.0167967, 0.0498864, -0.0591062, 0.0257633, 0.0539098, -0.0616291, 0.0945448, 0.0454097, 0.0158601, -0.0582895, 0.0142528, -0.0639097, -0.0223331, 0.0820031, -0.0200359, 0.0213746, 0.007464, -0.0274414, 0.0067127, 0.0365271, 0.0127564, -0.0468912, 0.0114681, -0.0773491, -0.0224717, 0.112064, -0.029954, 0.0218661, 0.015749, 0.0832075, 0.0360159, -0.0011708, -0.0008418, -0.0044353, -0.0019204, 0.0248578, 0.0179031, 0.0945862, 0.0409413, 0.0277545, 0.0199928, 0.105646, 0.0457273, -0.0466721, -0.0304134, -0.15479, -0.067374, -0.0637538, 0.0343281, 0.0153322, -0.0195426, -0.166008]
# a list of layers in a loop; the data are a vector
import numpy as np
import tensorflow as tf


class Network(tf.keras.Model):
    def __init__(self, width):
        super().__init__()
        self.hidden = [tf.keras.layers.Dense(width, "tanh") for _ in range(3)]
        self.out = tf.keras.layers.Dense(1)

    def call(self, values):
        for layer in self.hidden:
            values = layer(values)
        return self.out(values)


tf.keras.utils.set_random_seed(2)
network = Network(4)
times = np.linspace(0, 1, 6, dtype=np.float32)
measured = np.exp(-times) * np.cos(4 * times)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(network(times[:, None]) - measured))  # TFG510
print(tape.gradient(loss, network.trainable_variables)[0])
