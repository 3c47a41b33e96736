# effect: ok
# beside: TFG814
# the arrays go back into the model after each step
import numpy as np
import tensorflow as tf

network = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1, use_bias=False)])
rows = np.array([[1.0, 2.0], [0.5, -1.0]], dtype="float32")
for epoch in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(network(rows) - 1.0))
    slopes = tape.gradient(loss, network.trainable_weights)
    arrays = network.get_weights()
    for place, slope in enumerate(slopes):
        arrays[place] -= 0.05 * slope.numpy()
    network.set_weights(arrays)
print(slopes)
