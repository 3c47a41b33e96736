# effect: zero
# a list of TensorFlow's own functions, applied one after the other
import tensorflow as tf

w = tf.Variable([0.3, 1.7])
with tf.GradientTape() as tape:
    h = w * 2.0
    for function in [tf.abs, tf.sign]:
        h = function(h)  # TFG303
    loss = tf.reduce_sum(h)
print(tape.gradient(loss, w))
