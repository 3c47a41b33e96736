# effect: nan
# the softmax of a confident network underflows, its log is -inf
import tensorflow as tf

logits = tf.Variable([[120.0, 0.0, -5.0]])
labels = tf.constant([[0.0, 1.0, 0.0]])
with tf.GradientTape() as tape:
    loss = -tf.reduce_sum(labels * tf.math.log(tf.nn.softmax(logits)))  # TFG603
print(tape.gradient(loss, logits))
