# effect: none
# Newton step: the first gradient is taken after both with blocks, so the outer tape never saw it
import tensorflow as tf

x = tf.Variable([1.0, 2.0])


def rosenbrock(v):
    return 100.0 * (v[1] - v[0] ** 2) ** 2 + (1.0 - v[0]) ** 2


with tf.GradientTape() as t2:
    with tf.GradientTape() as t1:
        f = rosenbrock(x)
g = t1.gradient(f, x)  # TFG106
h = t2.jacobian(g, x)
print(h)
