# effect: ok
# beside: TFG603
# the log of the softmax only goes to the report
import tensorflow as tf

logits = tf.Variable([[2.0, 0.0, -1.0]])
for step in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(
            tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[1], logits=logits)
        )
        probs = tf.nn.softmax(logits)
        entropy = -tf.reduce_sum(probs * tf.math.log(probs))
    print(step, "entropy", entropy.numpy())
    logits.assign_sub(0.5 * tape.gradient(loss, logits))
