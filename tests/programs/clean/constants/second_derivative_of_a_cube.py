# effect: ok
# beside: TFG308
# a derivative of a derivative that is not constant
import tensorflow as tf

x = tf.Variable(tf.linspace(0.0, 1.0, 11))
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        y = 3.0 * x**3 + 2.0
    dy = inner.gradient(y, x)
    loss = tf.reduce_sum(dy**2)
print(outer.gradient(loss, x))
