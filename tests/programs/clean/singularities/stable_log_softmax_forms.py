# effect: ok
# beside: TFG603
# log_softmax, the fused loss, an epsilon and a clip
import tensorflow as tf

logits = tf.Variable([[120.0, 0.0, -5.0]])
labels = tf.constant([[0.0, 1.0, 0.0]])
with tf.GradientTape() as tape:
    a = -tf.reduce_sum(labels * tf.nn.log_softmax(logits))
    b = tf.reduce_sum(tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits))
    p = tf.nn.softmax(logits)
    c = -tf.reduce_sum(labels * tf.math.log(p + 1e-9))
    d = -tf.reduce_sum(labels * tf.math.log(tf.clip_by_value(p, 1e-9, 1.0)))
    loss = a + b + c + d
print(tape.gradient(loss, logits))
