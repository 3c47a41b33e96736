# effect: ok
# sort, top_k values, reduce_max and gather by argmax are differentiable
import tensorflow as tf

s = tf.Variable([0.3, 0.9, 0.1, 0.5])
with tf.GradientTape() as tape:
    ordered = tf.sort(s)
    best, where = tf.math.top_k(s, k=2)
    trimmed = tf.reduce_mean(ordered[1:-1])
    top = tf.gather(s, tf.argmax(s))
    spread = tf.reduce_max(s) - tf.reduce_min(s)
    loss = trimmed + tf.reduce_sum(best) + top + spread
print(where.numpy(), tape.gradient(loss, s))
