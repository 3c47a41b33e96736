# effect: ok
# beside: TFG516
# vector target contracted with a probe: output_gradients and an inner product, named hessian
import tensorflow as tf

x = tf.Variable([0.3, -0.7])
v = tf.constant([1.0, -1.0])
with tf.GradientTape(persistent=True) as outer:
    with tf.GradientTape() as inner:
        y = tf.reduce_prod(tf.sin(x)) + tf.reduce_sum(x**3)
    g = inner.gradient(y, x)
    directional = tf.reduce_sum(g * v)
hessian_times_v = outer.gradient(g, x, output_gradients=v)
same = outer.gradient(directional, x)
del outer
trace_estimate = tf.reduce_sum(v * hessian_times_v)
print(trace_estimate, same)
