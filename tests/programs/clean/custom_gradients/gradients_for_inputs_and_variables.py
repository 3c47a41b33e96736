# effect: ok
# gradients for inputs and for the variables that the function reads
import tensorflow as tf

w = tf.Variable(3.0)


@tf.custom_gradient
def scaled(x):
    def grad(dy, variables=None):
        return dy * w, [dy * x for _ in variables]

    return w * x, grad


x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    out = scaled(x) * 5.0
print(tape.gradient(out, [x, w]))
