# effect: ok
# a decorated inner function in a method, with the variable's gradient in the second part
import tensorflow as tf


class Scale(tf.Module):
    def __init__(self):
        super().__init__()
        self.k = tf.Variable(3.0)

    def __call__(self, x):
        @tf.custom_gradient
        def inner(v):
            y = v * self.k

            def grad(dy, variables=None):
                dv = dy * self.k
                return dv, [tf.reduce_sum(dy * v) for _ in variables]

            return y, grad

        return inner(x)


layer = Scale()
x = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(layer(x)))
print(tape.gradient(loss, [x, layer.k]))
