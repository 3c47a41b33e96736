# effect: ok
# the proper Hessian-vector product, and the Hessian by jacobian
import tensorflow as tf

x = tf.Variable([1.0, 2.0])
v = tf.constant([0.5, -1.0])
with tf.GradientTape(persistent=True) as outer:
    with tf.GradientTape() as inner:
        y = x[0] ** 3 * x[1]
    grad = inner.gradient(y, x)
hessian = outer.jacobian(grad, x)
hvp = outer.gradient(grad, x, output_gradients=v)
print(hessian, hvp)
