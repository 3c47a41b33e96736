# effect: nan
# log-probabilities are never positive, and have no root
import tensorflow as tf

logits = tf.Variable([[1.0, 2.0, 3.0]])
with tf.GradientTape() as tape:
    log_probabilities = tf.nn.log_softmax(logits)
    loss = tf.reduce_sum(tf.sqrt(log_probabilities))  # TFG602
print(tape.gradient(loss, logits))
