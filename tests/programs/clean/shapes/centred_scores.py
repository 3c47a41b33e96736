# effect: ok
# beside: TFG311, TFG510, TFG511
# scores minus their mean, and log probabilities minus their log-sum: no two losses
import tensorflow as tf

scores = tf.Variable([0.3, 1.2, -0.4])
with tf.GradientTape(persistent=True) as tape:
    centred = scores - tf.reduce_mean(scores)
    log_probabilities = scores - tf.reduce_logsumexp(scores)
    chosen = log_probabilities * tf.constant([1.0, 0.0, 0.0])
    weighted = centred * tf.constant([1.0, 2.0, 3.0])
print(tape.gradient(weighted, scores), tape.gradient(chosen, scores))
