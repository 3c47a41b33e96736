# effect: wrong
# truth: [2.69406, -2.13648]
# the loss is renewed in the loop, the gradient is not
import tensorflow as tf

w = tf.Variable([3.0, -2.0])


def objective():
    return tf.reduce_sum(tf.square(w) + 0.1 * w**4)


with tf.GradientTape() as tape:
    loss = objective()
grad = tape.gradient(loss, w)
iteration = 0
while loss > 0.1 and iteration < 5:
    w.assign_sub(0.05 * grad)  # TFG507
    loss = objective()
    iteration += 1
with tf.GradientTape() as tape:
    loss = objective()
print(tape.gradient(loss, w))
