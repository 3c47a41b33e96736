# effect: ok
# a vector of gradients is reduced to a scalar before the outer query
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        loss = tf.reduce_sum(w**3)
    grads = inner.gradient(loss, w)
    total = loss + 0.1 * tf.reduce_sum(tf.square(grads))
print(outer.gradient(total, w))
