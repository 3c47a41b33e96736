# effect: ok
# beside: TFG311
# the variance over the batch of three features
import tensorflow as tf

encoder = tf.keras.layers.Dense(3)
x = tf.random.normal((10, 4))
with tf.GradientTape() as tape:
    z = encoder(x)
    spread = tf.math.reduce_variance(z, axis=0)
    loss = -tf.reduce_mean(spread)
print(tape.gradient(loss, encoder.trainable_variables)[0])
