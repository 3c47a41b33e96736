# effect: ok
# py_function of TensorFlow ops; the .numpy() in it only prints
import numpy as np
import tensorflow as tf


def body(t):
    print("range", np.min(t.numpy()), np.max(t.numpy()))
    return tf.math.log1p(tf.square(t))


@tf.function
def loss_of(v):
    return tf.reduce_sum(tf.py_function(func=body, inp=[v], Tout=tf.float32))


v = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    loss = loss_of(v)
print(tape.gradient(loss, v))
