# effect: none
# a cast to one dtype after the other, and the first of them is an integer
import tensorflow as tf
from precision import through_all

w = tf.Variable([1.3, 2.6])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(through_all(w * 2.0))
print(tape.gradient(loss, w))
