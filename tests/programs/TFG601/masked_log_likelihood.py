# effect: nan
# padding has probability zero; masking after the log does not help
import tensorflow as tf

scores = tf.Variable([[2.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
mask = tf.constant([[True, True, False], [True, False, False]])


def normalise(scores, mask):
    kept = scores * tf.cast(mask, tf.float32)
    return kept / tf.reduce_sum(kept, axis=1, keepdims=True)


with tf.GradientTape() as tape:
    probs = normalise(scores, mask)
    log_probs = tf.where(mask, tf.math.log(probs), 0.0)  # TFG601
    nll = -tf.reduce_sum(log_probs)
print(tape.gradient(nll, scores))
