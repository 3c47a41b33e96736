# effect: ok
# beside: TFG603
# the probability is cast before the epsilon is added
import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_float16")
last = tf.keras.layers.Dense(2, activation="softmax", kernel_initializer="identity")
with tf.GradientTape() as tape:
    probabilities = tf.cast(last(tf.constant([[5.0, 0.0]])), tf.float32)
    loss = -tf.reduce_mean(tf.math.log(probabilities + 1e-8)[:, 1])
print(tape.gradient(loss, last.trainable_variables))
