# effect: ok
# beside: TFG311
# a frozen batch normalisation does not look at its batch
import tensorflow as tf

dense = tf.keras.layers.Dense(4)
norm = tf.keras.layers.BatchNormalization()
norm.trainable = False
row = tf.random.normal((1, 3))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(norm(dense(row), training=True) - 1.0))
print(tape.gradient(loss, dense.trainable_variables))
