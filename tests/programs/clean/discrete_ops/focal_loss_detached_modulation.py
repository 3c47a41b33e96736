# effect: ok
# focal loss with detached modulation and equality masks on the labels
import tensorflow as tf

logits = tf.Variable([0.3, -1.2, 2.0])
labels = tf.constant([1, 0, 1])


def focal(labels, logits, gamma=2.0, alpha=0.25):
    y = tf.cast(labels, tf.float32)
    p = tf.sigmoid(logits)
    pt = tf.where(tf.equal(labels, 1), p, 1.0 - p)
    a = tf.where(labels > 0, alpha, 1.0 - alpha)
    ce = tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits)
    return tf.reduce_mean(a * tf.stop_gradient((1.0 - pt) ** gamma) * ce)


with tf.GradientTape() as tape:
    loss = focal(labels, logits)
print(tape.gradient(loss, logits))
