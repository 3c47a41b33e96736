# effect: error
# raises: LookupError
# tf.unique has no gradient
import tensorflow as tf

emb = tf.Variable([1.0, 1.0, 3.0])
with tf.GradientTape() as tape:
    distinct, _ = tf.unique(emb * 2.0)  # TFG302
    loss = tf.reduce_sum(distinct)
tape.gradient(loss, emb)
