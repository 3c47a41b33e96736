# effect: ok
# beside: TFG312, TFG606
# a steep sigmoid around the middle of its range
import tensorflow as tf

w = tf.Variable(tf.random.normal((3, 1)))
x = tf.random.normal((6, 3))
with tf.GradientTape() as tape:
    p = tf.sigmoid(5.0 * (tf.nn.softplus(x @ w) - 0.5))
    loss = tf.reduce_mean((p - 0.5) ** 2)
print(tape.gradient(loss, w))
