# effect: ok
# a Python if does not compute the other branch at all
import tensorflow as tf

xs = [tf.Variable(0.0), tf.Variable(2.0)]
with tf.GradientTape() as tape:
    total = tf.constant(0.0)
    for x in xs:
        if x > 0.0:
            total += tf.math.log(x) / x
        else:
            total += 3.0 * x
print(tape.gradient(total, xs))
