# effect: ok
# beside: TFG814
# gradients are summed up in an array that has nothing to do with the weights
import numpy as np
import tensorflow as tf

network = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1, use_bias=False)])
total = np.zeros((2, 1), dtype="float32")
for scale in (1.0, 2.0):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(network(tf.constant([[1.0, 2.0]])) * scale))
    slopes = tape.gradient(loss, network.trainable_weights)
    total += slopes[0].numpy()
print(total, slopes)
