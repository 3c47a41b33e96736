# effect: ok
# beside: TFG310
# each term has its own gradient; comparisons only choose
import tensorflow as tf

scores = tf.Variable([0.3, 1.7, -0.4])
with tf.GradientTape() as tape:
    positive = tf.cast(scores > 0.0, tf.float32)
    hard = tf.reduce_sum(positive * scores) / tf.reduce_sum(positive)
    soft = tf.reduce_mean(tf.nn.softplus(scores))
    loss = hard + 0.5 * soft
print(tape.gradient(loss, scores))
