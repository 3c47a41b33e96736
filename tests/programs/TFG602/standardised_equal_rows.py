# effect: nan
# all rows are equal, so that their deviation is zero
import tensorflow as tf

w = tf.Variable(tf.random.normal((3, 2)))
x = tf.ones((8, 3))
with tf.GradientTape() as tape:
    h = x @ w
    h = (h - tf.reduce_mean(h, axis=0)) / tf.math.reduce_std(h, axis=0)  # TFG602
    loss = tf.reduce_mean(h**2)
print(tape.gradient(loss, w))
