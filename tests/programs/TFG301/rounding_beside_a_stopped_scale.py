# effect: none
# the scale is stopped on purpose; rounding is the mistake
import tensorflow as tf

weights = tf.Variable([0.3, 1.7])
with tf.GradientTape() as tape:
    scale = tf.stop_gradient(tf.reduce_max(tf.abs(weights)))
    quantised = tf.round(weights / scale * 4.0) * scale / 4.0  # TFG301
    loss = tf.reduce_sum((quantised - 1.0) ** 2)
print(tape.gradient(loss, weights))
