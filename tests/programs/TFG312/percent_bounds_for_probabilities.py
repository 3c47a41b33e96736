# effect: zero
# bounds for percentages clip probabilities
import tensorflow as tf

w = tf.Variable([[0.1], [0.2]])
x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
with tf.GradientTape() as tape:
    p = tf.sigmoid(x @ w)
    p = tf.clip_by_value(p, 1.0, 100.0)  # TFG312
    loss = -tf.reduce_mean(tf.math.log(p))
print(tape.gradient(loss, w))
