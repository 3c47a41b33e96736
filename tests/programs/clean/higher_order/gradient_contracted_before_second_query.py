# effect: ok
# beside: TFG516
# reverse over reverse: the gradient is contracted with the vector before the second query
import tensorflow as tf

w = tf.Variable([1.0, 2.0, 3.0])
v = tf.constant([1.0, 0.0, 1.0])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        loss = tf.reduce_prod(w)
    g = inner.gradient(loss, w)
    gv = tf.reduce_sum(g * v)
hvp = outer.gradient(gv, w)
print(hvp)
