# effect: ok
# beside: TFG605
# an angle from sine and cosine
import tensorflow as tf

a = tf.Variable([[3.0, 4.0], [0.0, 1.0]])
b = tf.constant([[6.0, 8.0], [1.0, 0.0]])
with tf.GradientTape() as tape:
    sine = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    cosine = tf.reduce_sum(a * b, axis=1)
    loss = tf.reduce_sum(tf.square(tf.atan2(sine, cosine)))
print(tape.gradient(loss, a))
