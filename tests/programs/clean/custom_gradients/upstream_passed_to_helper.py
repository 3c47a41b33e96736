# effect: ok
# the upstream gradient is handed to a helper or a closure, and a lambda is the gradient
import tensorflow as tf


def clip(dy, limit):
    return tf.clip_by_norm(dy, limit)


@tf.custom_gradient
def limited(x, limit):
    def grad(dy):
        handlers = {"clip": lambda: clip(dy, limit)}
        return handlers["clip"](), None

    return tf.identity(x), grad


@tf.custom_gradient
def reverse(x):
    return tf.identity(x), lambda *dys: [-d for d in dys]


def make_scaler(k):
    @tf.custom_gradient
    def scale(x):
        def grad(dy, k=k):
            out = []
            out.append(k * dy)
            return out[0]

        return x, grad

    return scale


w = tf.Variable([3.0, 4.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(reverse(make_scaler(0.5)(limited(w, tf.constant(1.0))))))
print(tape.gradient(loss, w))
