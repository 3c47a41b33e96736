# effect: none
# serialisation makes a string of the tensor
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    message = tf.io.serialize_tensor(w)  # TFG301
    received = tf.io.parse_tensor(message, tf.float32)
    loss = tf.reduce_sum(received**2)
print(tape.gradient(loss, w))
