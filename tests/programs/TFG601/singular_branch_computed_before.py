# effect: nan
# the singular branch has a name of its own, a line above
import tensorflow as tf

x = tf.Variable([-1.0, 0.0, 2.0])
with tf.GradientTape() as tape:
    logs = tf.math.log(x)  # TFG601
    valid = x > 0.0
    y = tf.where(valid, logs, -x)
    loss = tf.reduce_sum(y)
print(tape.gradient(loss, x))
