# effect: ok
# beside: TFG603
# boolean_mask removes the zeros first; where selects smooth functions
import tensorflow as tf

p = tf.Variable([0.0, 0.25, 0.75])
with tf.GradientTape() as tape:
    positive = tf.boolean_mask(p, p > 0.0)
    entropy = -tf.reduce_sum(positive * tf.math.log(positive))
    bend = tf.reduce_sum(tf.where(p > 0.5, tf.square(p), tf.sin(p)))
    loss = entropy + bend
print(tape.gradient(loss, p))
