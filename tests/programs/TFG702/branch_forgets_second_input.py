# effect: error
# raises: ValueError
# two inputs, and a branch of grad that forgets the second
import tensorflow as tf


@tf.custom_gradient
def weighted(x, w):
    def grad(dy):
        dx = dy * w
        return [dx]  # TFG702

    return x * w, grad


x, w = tf.Variable(2.0), tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = weighted(x, w) ** 2
print(tape.gradient(y, [x, w]))
