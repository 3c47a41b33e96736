# effect: none
# Spearman-like loss on ranks: argsort gives positions, not values
import tensorflow as tf

pred = tf.Variable([0.3, 0.1, 0.7])
target_rank = tf.constant([1.0, 0.0, 2.0])


def soft_rank(v):
    order = tf.argsort(v)  # TFG301
    return tf.cast(order, tf.float32)


with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(soft_rank(pred) - target_rank))
print(tape.gradient(loss, pred))
