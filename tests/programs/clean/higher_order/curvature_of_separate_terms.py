# effect: ok
# beside: TFG516
# each entry has a term of its own: the Hessian is diagonal
import tensorflow as tf

values = tf.Variable([0.5, -1.0, 2.0])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        loss = tf.reduce_sum(values**4 + tf.sin(values))
    first = inner.gradient(loss, values)
curvature = outer.gradient(first, values)
values.assign_sub(first / curvature)
