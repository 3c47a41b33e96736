# effect: ok
# beside: TFG603
# softmax and log both occur, but never the logarithm of an unprotected softmax
import tensorflow as tf

logits = tf.Variable([[0.0, 200.0, -200.0]])
labels = tf.constant([[0.2, 0.5, 0.3]])
with tf.GradientTape() as tape:
    p = tf.nn.softmax(logits)
    entropy = -tf.reduce_sum(p * tf.nn.log_softmax(logits))
    clipped = -tf.reduce_sum(labels * tf.math.log(tf.clip_by_value(p, 1e-7, 1.0)))
    smooth = -tf.reduce_sum(labels * tf.math.log(0.99 * p + 0.01 / 3.0))
    attention = tf.math.log(tf.reduce_sum(tf.exp(p)))
    loss = entropy + clipped + smooth + attention
print(tape.gradient(loss, logits))
