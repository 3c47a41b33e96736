# effect: ok
# beside: TFG311
# a norm from before the tape is a constant for it
import tensorflow as tf

weights = tf.Variable([1.0, 2.0, 4.0])
length = tf.norm(weights)
with tf.GradientTape() as tape:
    loss = tf.norm(weights / length)
print(tape.gradient(loss, weights))
