# effect: zero
# a list of TensorFlow's own functions, applied one after the other
import tensorflow as tf
from steps import prepared

w = tf.Variable([0.3, 1.7])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(prepared(w * 2.0))
print(tape.gradient(loss, w))
