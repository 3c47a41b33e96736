# effect: ok
# beside: TFG606, TFG513
# the stable form: the exponent is never positive
import tensorflow as tf

weights = tf.Variable([[300.0], [-200.0]])
features, labels = tf.constant([[1.0, 0.5], [-2.0, 1.0]]), tf.constant([[1.0], [0.0]])
with tf.GradientTape() as tape:
    logits = tf.matmul(features, weights)
    positive = tf.maximum(logits, 0.0)
    losses = positive - logits * labels + tf.math.log1p(tf.exp(-tf.abs(logits)))
    loss = tf.reduce_mean(losses)
print(tape.gradient(loss, weights))
