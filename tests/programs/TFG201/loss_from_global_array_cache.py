# effect: none
# the global cache stores arrays, and the loss is built from the cache
import tensorflow as tf

CACHE = {}
w = tf.Variable([0.5, 0.25])


def feature(name, x):
    global CACHE
    if name not in CACHE:
        CACHE[name] = tf.exp(w * x).numpy()  # TFG201
    return CACHE[name]


with tf.GradientTape() as tape:
    a = feature("a", 1.0)
    b = feature("b", 2.0)
    loss = tf.tensordot(a, b, 1)
print(tape.gradient(loss, w))
