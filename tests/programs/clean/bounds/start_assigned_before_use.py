# effect: ok
# beside: TFG312
# the program assigns another start, and projects after each step
import tensorflow as tf

first = tf.Variable(9.0)
first.assign(0.5)
with tf.GradientTape() as tape:
    loss = tf.square(tf.clip_by_value(first, 0.0, 1.0) - 0.1)
gradient = tape.gradient(loss, first)
first.assign(tf.clip_by_value(first - 0.1 * gradient, 0.0, 1.0))
print(gradient, first)
