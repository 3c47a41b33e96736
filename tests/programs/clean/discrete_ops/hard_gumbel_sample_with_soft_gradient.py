# effect: ok
# beside: TFG309
# the usual form of the hard Gumbel softmax
import tensorflow as tf

logits = tf.Variable([0.1, 0.5, -0.3])
with tf.GradientTape() as tape:
    soft = tf.nn.softmax(logits / 0.5)
    hard = tf.cast(tf.equal(soft, tf.reduce_max(soft)), soft.dtype)
    sample = tf.stop_gradient(hard - soft) + soft
    cost = tf.reduce_sum(sample * [1.0, 2.0, 4.0])
print(tape.gradient(cost, logits))
