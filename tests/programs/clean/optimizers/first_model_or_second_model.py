# effect: ok
# one of two networks is trained, never both
import sys

import tensorflow as tf

small = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
large = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(9)])
optimizer = tf.keras.optimizers.Adam()
if len(sys.argv) > 9:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(large(tf.ones((4, 2))) ** 2)
    gradients = tape.gradient(loss, large.trainable_variables)
    optimizer.apply_gradients(zip(gradients, large.trainable_variables))
else:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(small(tf.ones((4, 2))) ** 2)
    gradients = tape.gradient(loss, small.trainable_variables)
    optimizer.apply_gradients(zip(gradients, small.trainable_variables))
