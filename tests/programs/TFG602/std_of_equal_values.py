# effect: nan
# all entries start equal, so the spread is zero
import tensorflow as tf

logits = tf.Variable(tf.ones((4,)))
with tf.GradientTape() as tape:
    spread = tf.math.reduce_std(logits)  # TFG602
    loss = tf.square(spread - 1.0)
print(tape.gradient(loss, logits))
