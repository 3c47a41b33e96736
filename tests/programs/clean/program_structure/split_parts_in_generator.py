# effect: ok
# three different parts of one split, each reshaped in a generator: the differences are not zero
import tensorflow as tf

edges = tf.Variable(tf.reshape(tf.range(9.0), (3, 3)) ** 2)
with tf.GradientTape() as tape:
    lower, center, upper = tuple(tf.reshape(t, [1, 3]) for t in tf.split(edges, 3, axis=1))
    slope = (4.0 - lower) / (center - lower)
    other = (upper - 4.0) / (upper - center)
    loss = tf.reduce_sum(tf.maximum(0.0, tf.minimum(slope, other)))
print(tape.gradient(loss, edges))
