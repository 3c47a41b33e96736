# effect: ok
# beside: TFG516
# a Hessian row by row from a persistent tape, each target one number
import tensorflow as tf

x = tf.Variable([1.0, 2.0])
with tf.GradientTape(persistent=True) as outer:
    with tf.GradientTape() as inner:
        y = x[0] ** 2 * x[1] + tf.sin(x[1] * x[0])
    g = inner.gradient(y, x)
    rows = tf.unstack(g)
hessian = tf.stack([outer.gradient(row, x) for row in rows])
print(hessian.numpy())
