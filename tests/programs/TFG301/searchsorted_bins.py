# effect: none
# the position in a table is not differentiable
import tensorflow as tf

x = tf.Variable([0.2, 1.7])
edges = tf.constant([0.0, 1.0, 2.0])
values = tf.constant([0.0, 10.0, 20.0, 30.0])
with tf.GradientTape() as tape:
    idx = tf.searchsorted(edges, x)  # TFG301
    y = tf.gather(values, idx)
    loss = tf.reduce_sum(y)
print(tape.gradient(loss, x))
