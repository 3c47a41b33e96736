# effect: ok
# the same product with the inner gradient inside the outer tape
import tensorflow as tf


class Quadratic(tf.Module):
    def __init__(self):
        super().__init__()
        self.x = tf.Variable([1.0, -1.0])

    def __call__(self):
        return tf.reduce_sum(self.x**4)

    def hvp(self, v):
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                loss = self()
            grads = inner.gradient(loss, self.x)
        return outer.gradient(grads, self.x, output_gradients=v)


print(Quadratic().hvp(tf.constant([1.0, 0.0])))
