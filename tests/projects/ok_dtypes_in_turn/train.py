# effect: ok
# a cast to one floating dtype after the other; integers only count
import tensorflow as tf
from precision import counted, through_all

w = tf.Variable([1.3, 2.6])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(through_all(w * 2.0))
print(counted(w), tape.gradient(loss, w))
