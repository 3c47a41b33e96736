# effect: zero
# the variance over an axis of length one
import tensorflow as tf

encoder = tf.keras.layers.Dense(1)
x = tf.random.normal((10, 4))
with tf.GradientTape() as tape:
    z = encoder(x)
    spread = tf.math.reduce_variance(z, axis=1)  # TFG311
    loss = -tf.reduce_mean(spread)
grads = tape.gradient(loss, encoder.trainable_variables)
print(grads)
