# effect: ok
# beside: TFG515
# real and imaginary parts are two weights; the loss reads both parts of the result
import tensorflow as tf

parts = tf.Variable([[0.5, -0.2], [1.0, 0.3]])
field = tf.complex([1.0, 2.0], [0.5, -1.0])
goal = tf.constant([1.0, 0.5])
with tf.GradientTape() as tape:
    result = tf.complex(parts[:, 0], parts[:, 1]) * field
    error = tf.square(tf.math.real(result) - goal) + tf.square(tf.math.imag(result))
    loss = tf.reduce_sum(error)
print(tape.gradient(loss, parts))
