# effect: ok
# beside: TFG309
# importance weights of one: exp(log_prob - stop_gradient(log_prob)) has a gradient
import tensorflow as tf

logits = tf.Variable([0.1, 0.5])
with tf.GradientTape() as tape:
    log_prob = tf.nn.log_softmax(logits)
    ratio = tf.exp(log_prob - tf.stop_gradient(log_prob))
    loss = tf.reduce_sum(ratio * [1.0, 2.0])
print(tape.gradient(loss, logits))
