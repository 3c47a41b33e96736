# effect: ok
# beside: TFG311
# a mean from before the tape is a constant for it
import tensorflow as tf

weights = tf.Variable([1.0, 2.0, 4.0])
mean = tf.reduce_mean(weights)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(weights - mean)
print(tape.gradient(loss, weights))
