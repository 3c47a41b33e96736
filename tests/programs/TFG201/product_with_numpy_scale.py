# effect: wrong
# truth: [9.0, 7.0]
# the sum in front becomes a number: half of the product rule is missing
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    total = tf.reduce_sum(w)
    scale = total.numpy()  # TFG201
    loss = scale * (2.0 * w[0] + w[1]) - w[0]
print(tape.gradient(loss, w))
