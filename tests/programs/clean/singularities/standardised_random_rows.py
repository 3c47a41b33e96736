# effect: ok
# rows of random numbers, and a margin
import tensorflow as tf

dense = tf.keras.layers.Dense(1)
x = tf.random.normal((16, 3))
with tf.GradientTape() as tape:
    q = dense(x)
    h = (q - tf.reduce_mean(q, axis=0)) / (tf.math.reduce_std(q, axis=0) + 1e-6)
    loss = tf.reduce_mean(h**4)
print(tape.gradient(loss, dense.trainable_variables)[0])
