# effect: error
# raises: RuntimeError
# the compat optimizer wants a callable in eager mode, it is given a tensor
import tensorflow as tf

theta = tf.Variable([1.0, 1.0])
optimizer = tf.compat.v1.train.GradientDescentOptimizer(0.05)


def fit(steps):
    for _ in range(steps):
        cost = tf.reduce_sum(tf.square(theta))
        optimizer.minimize(cost, var_list=[theta])  # TFG110
    return theta


fit(2)
