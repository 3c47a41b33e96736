# effect: nan
# angle between directions, clipped by where instead of by value
import tensorflow as tf

cosine = tf.Variable([1.0, 0.3])


@tf.function
def angles():
    return tf.where(tf.abs(cosine) < 1.0, tf.acos(cosine), 0.0)  # TFG601


with tf.GradientTape() as tape:
    total = tf.reduce_sum(angles())
print(tape.gradient(total, cosine))
