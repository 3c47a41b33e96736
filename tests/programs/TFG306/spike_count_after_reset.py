# effect: none
# what is compared first is on one of two ways only; the count is what ends both
import tensorflow as tf

weight = tf.Variable([0.5, 2.0])
with tf.GradientTape() as tape:
    potential = weight * 3.0
    fired = tf.cast(potential > 2.0, tf.float32)
    potential = potential * (1.0 - fired)
    loss = tf.math.count_nonzero(potential > 0.5, dtype=tf.float32) ** 2  # TFG306
print(tape.gradient(loss, weight))
