# effect: ok
# beside: TFG605
# the cosine has a slope everywhere
import tensorflow as tf

a = tf.Variable([[3.0, 4.0], [0.0, 1.0]])
b = tf.constant([[6.0, 8.0], [1.0, 0.0]])
with tf.GradientTape() as tape:
    one, other = tf.math.l2_normalize(a, axis=1), tf.math.l2_normalize(b, axis=1)
    loss = tf.reduce_mean(1.0 - tf.reduce_sum(one * other, axis=1))
print(tape.gradient(loss, a))
