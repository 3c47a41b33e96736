# effect: ok
# beside: TFG510, TFG521
# rows and columns of a table of distances, in another order
import tensorflow as tf

points = tf.Variable(tf.random.normal((6, 2)))
order = tf.random.shuffle(tf.range(6))
with tf.GradientTape() as tape:
    squares = tf.reduce_sum(points**2, axis=1)
    table = squares[:, None] - 2.0 * points @ tf.transpose(points) + squares[None, :]
    loss = tf.reduce_mean(tf.square(table - tf.gather(table, order, axis=1)))
print(tape.gradient(loss, points))
