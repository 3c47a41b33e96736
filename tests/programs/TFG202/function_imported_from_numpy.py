# effect: none
# the function comes from numpy under a name that looks like TensorFlow's
import tensorflow as tf
from numpy import mean as reduce_mean
from numpy import square

w = tf.Variable([[1.0], [2.0]])
x = tf.constant([[1.0, 1.0], [2.0, 0.0]])
y = tf.constant([[1.0], [3.0]])
with tf.GradientTape() as tape:
    err = square(tf.matmul(x, w) - y)  # TFG202
    loss = tf.constant(reduce_mean(err))
print(tape.gradient(loss, w))
