# effect: none
# tf.get_static_value gives an ndarray in eager mode
import tensorflow as tf

p = tf.Variable([2.0, 3.0])
with tf.GradientTape() as tape:
    doubled = tf.get_static_value(p * 2.0)  # TFG207
    loss = tf.reduce_prod(doubled)
print(tape.gradient(loss, p))
