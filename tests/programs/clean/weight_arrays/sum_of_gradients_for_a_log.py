# effect: ok
# beside: TFG814
# an array of numbers about the training; an optimizer makes the step
import numpy as np
import tensorflow as tf

network = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1, use_bias=False)])
optimizer = tf.keras.optimizers.SGD(0.1)
moved = network.get_weights()[0]
rows = np.array([[1.0, 2.0], [0.5, -1.0]], dtype="float32")
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(network(rows) - 1.0))
slopes = tape.gradient(loss, network.trainable_weights)
moved -= 0.1 * slopes[0].numpy()
optimizer.apply_gradients(zip(slopes, network.trainable_weights))
print(np.abs(moved - network.get_weights()[0]).max(), slopes)
