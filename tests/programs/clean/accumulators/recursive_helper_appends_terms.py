# effect: ok
# a recursive helper, which is not followed to its end, puts the term into the list
import tensorflow as tf

w = tf.Variable(0.4)


def remember(history, depth, value):
    if depth > 0:
        remember(history, depth - 1, value)
    else:
        history.append(value)


with tf.GradientTape() as tape:
    history = [tf.constant(1.0)]
    remember(history, 3, w * 2.0)
    loss = tf.reduce_sum(tf.stack(history))
gradient = tape.gradient(loss, w)
print(gradient)
