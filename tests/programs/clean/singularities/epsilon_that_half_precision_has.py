# effect: ok
# beside: TFG603
# this epsilon is a number in 16-bit floats, and bfloat16 has smaller ones
import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_float16")
half = tf.keras.layers.Dense(2, activation="softmax", kernel_initializer="identity")
tf.keras.mixed_precision.set_global_policy("mixed_bfloat16")
brain = tf.keras.layers.Dense(2, activation="softmax", kernel_initializer="identity")
features = tf.constant([[3.0, 0.0]])
with tf.GradientTape() as tape:
    loss = -tf.reduce_mean(tf.math.log(half(features) + 1e-3)[:, 1])
    other = -tf.reduce_mean(tf.math.log(brain(features) + 1e-8)[:, 1])
    total = tf.cast(loss, tf.float32) + tf.cast(other, tf.float32)
print(tape.gradient(total, half.trainable_variables + brain.trainable_variables))
