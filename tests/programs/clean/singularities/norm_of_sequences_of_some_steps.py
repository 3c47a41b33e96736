# effect: ok
# every sequence has some steps, or the row of the empty one is left out of the root
import tensorflow as tf

weights = tf.Variable(tf.ones((2, 4)))
features = tf.constant([[0.1, 0.4], [0.7, -0.2], [0.5, 0.3]])
some = tf.sequence_mask(tf.constant([3, 1, 4]), 4, dtype=tf.float32)
none = tf.sequence_mask(tf.constant([3, 0, 4]), 4, dtype=tf.float32)
with tf.GradientTape(persistent=True) as tape:
    errors = tf.matmul(features, weights) - 1.0
    of_some = tf.reduce_mean(tf.norm(errors * some, axis=-1))
    squares = tf.reduce_mean(tf.reduce_sum(tf.square(errors * none), axis=-1))
print(tape.gradient(of_some, weights), tape.gradient(squares, weights))
with tf.GradientTape() as tape:
    errors = (tf.matmul(features, weights) - 1.0) * none
    loss = tf.reduce_mean(tf.sqrt(tf.reduce_sum(tf.square(errors), axis=-1) + 1e-6))
print(tape.gradient(loss, weights))
