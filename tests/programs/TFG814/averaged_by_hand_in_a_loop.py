# effect: wrong
# truth: [0.40957, 2.96648]
# the list is taken once, and each step changes its arrays only
import numpy as np
import tensorflow as tf

dense = tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")
network = tf.keras.Sequential([tf.keras.Input((2,)), dense])
copies = network.get_weights()
rows = np.array([[1.0, 2.0], [0.5, -1.0]], dtype="float32")
for epoch in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(network(rows) - 1.0))
    slopes = tape.gradient(loss, network.trainable_weights)
    for place, slope in enumerate(slopes):
        copies[place] -= 0.05 * slope.numpy()  # TFG814
print(slopes)
