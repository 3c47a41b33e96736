# effect: error
# raises: TypeError
# memoised feature inside a closure: the second trace gets the first one's tensor
import tensorflow as tf


def make_model():
    w = tf.Variable([1.0, 2.0, 3.0])
    cached = None

    @tf.function
    def energy(x):
        nonlocal cached
        if cached is None:
            cached = tf.reduce_sum(w * w)  # TFG409
        return cached * tf.reduce_sum(x)

    return w, energy


w, energy = make_model()
with tf.GradientTape() as tape:
    e = energy(tf.ones((2,))) + energy(tf.ones((3,)))
print(tape.gradient(e, w))
