# effect: none
# the transposed matrix in the query is a new tensor
import tensorflow as tf

A = tf.Variable([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
v = tf.constant([[1.0], [2.0]])
with tf.GradientTape() as tape:
    out = tf.reduce_sum(tf.matmul(A, v, transpose_a=True))
# I want the gradient in the (3, 2) layout
print(tape.gradient(out, tf.transpose(A)))  # TFG104
