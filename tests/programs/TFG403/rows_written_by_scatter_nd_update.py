# effect: none
# rows written with scatter_nd_update are values only
import tensorflow as tf

embedding = tf.Variable(tf.zeros((4, 2)))
rule = tf.Variable([0.5, 0.25])

with tf.GradientTape() as tape:
    rows = tf.stack([rule, 2.0 * rule])
    embedding.scatter_nd_update([[0], [2]], rows)  # TFG403
    score = tf.reduce_sum(embedding)
print(tape.gradient(score, rule))
