# effect: none
# the dtype argument makes the parameter an integer
import tensorflow as tf

bias = tf.Variable(tf.zeros([3], dtype=tf.int32))  # TFG304
logits = tf.Variable([0.1, 0.2, 0.3])
with tf.GradientTape() as tape:
    shifted = logits + tf.cast(bias, logits.dtype)
    loss = tf.reduce_logsumexp(shifted)
print(tape.gradient(loss, [logits, bias]))
