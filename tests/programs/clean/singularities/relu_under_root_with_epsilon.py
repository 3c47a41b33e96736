# effect: ok
# a little more than zero
import tensorflow as tf

layer = tf.keras.layers.Dense(3, activation="relu")
with tf.GradientTape() as tape:
    variance = layer(tf.constant([[0.1, -0.4]])) + 1e-6
    loss = tf.reduce_sum(tf.sqrt(variance) + tf.math.log(variance) + 1.0 / variance)
print(tape.gradient(loss, layer.trainable_variables))
