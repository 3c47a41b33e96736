# effect: ok
# beside: TFG603
# ones where the mask is zero
import tensorflow as tf

p = tf.Variable([0.2, 0.3, 0.5])
mask = tf.constant([1.0, 0.0, 1.0])
with tf.GradientTape() as tape:
    logs = tf.math.log(p * mask + (1.0 - mask))
    loss = -tf.reduce_sum(logs)
print(tape.gradient(loss, p))
