# effect: ok
# every argument by keyword, and a class of our own with other names
import tensorflow as tf


class Recorder:
    def gradient(self, target, source, output_gradient=None):
        return (target, source, output_gradient)


x = tf.Variable([1.0, 2.0])
with tf.GradientTape(persistent=True, watch_accessed_variables=True) as tape:
    y = tf.square(x)
print(Recorder().gradient(1, source=2, output_gradient=3))
tape.jacobian(target=y, sources=x, experimental_use_pfor=False)
tape.gradient(target=y, sources=x, output_gradients=tf.ones(2), unconnected_gradients="zero")
