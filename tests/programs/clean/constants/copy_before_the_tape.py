# effect: ok
# beside: TFG311
# a copy from before the tape is a constant for it
import tensorflow as tf

weights = tf.Variable([1.0, 2.0, 4.0])
start = tf.identity(weights)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum((weights - start) * tf.constant([1.0, 2.0, 3.0]))
print(tape.gradient(loss, weights))
