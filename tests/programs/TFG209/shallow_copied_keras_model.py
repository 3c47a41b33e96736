# effect: none
# Keras rebuilds a model for copy.copy too: the copy has weights of its own
import copy

import tensorflow as tf

tf.keras.utils.set_random_seed(0)
net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
ema = copy.copy(net)  # TFG209
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(ema(tf.ones((3, 2))) - 1.0))
print(tape.gradient(loss, net.trainable_variables))
