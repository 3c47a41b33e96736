# effect: ok
# beside: TFG312, TFG603
# probabilities kept away from zero and one
import tensorflow as tf

w = tf.Variable([[0.1], [0.2]])
x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
with tf.GradientTape() as tape:
    p = tf.clip_by_value(tf.sigmoid(x @ w), 1e-7, 1.0 - 1e-7)
    loss = -tf.reduce_mean(tf.math.log(p))
print(tape.gradient(loss, w))
