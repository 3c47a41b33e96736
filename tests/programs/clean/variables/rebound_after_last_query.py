# effect: ok
# the tensor only serves the printout, nothing is differentiated after it
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(w**3)
g = tape.gradient(loss, w)
w = w - 0.1 * g
print("after one step", w.numpy())
