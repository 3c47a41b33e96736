# effect: ok
# a product with a Jacobian whose direction depends on x
import tensorflow as tf


x = tf.Variable([1.0, -2.0])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        y = tf.nn.relu(x)
    product = inner.gradient(y, x, output_gradients=x**2)
print(outer.gradient(product, x))
