# effect: ok
# functional update: weights are plain tensors and watched anew at every step
import tensorflow as tf

w = tf.zeros((2, 1))
x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
y = tf.constant([[1.0], [2.0]])
for _ in range(3):
    with tf.GradientTape() as tape:
        tape.watch(w)
        loss = tf.reduce_mean(tf.square(x @ w - y))
    g = tape.gradient(loss, w)
    w = w - 0.01 * g
