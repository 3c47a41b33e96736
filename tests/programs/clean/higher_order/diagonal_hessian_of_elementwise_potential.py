# effect: ok
# beside: TFG516
# the potential is a sum over coordinates: two gradients give the true diagonal
import tensorflow as tf

x = tf.Variable([0.5, 1.0, 2.0])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        potential = tf.reduce_sum(0.25 * x**4 - x**2)
    slope = inner.gradient(potential, x)
hessian_diagonal = outer.gradient(slope, x)
x.assign_sub(0.1 * slope / (tf.abs(hessian_diagonal) + 1.0))
print(hessian_diagonal.numpy())
