# effect: none
# equality of scores with a target, counted
import tensorflow as tf

score = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape() as tape:
    hits = tf.equal(score, tf.constant([1.0, 0.0, 3.0]))  # TFG306
    loss = -tf.reduce_mean(tf.cast(hits, tf.float32))
print(tape.gradient(loss, score))
