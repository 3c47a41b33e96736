# effect: wrong
# truth: [-0.713967, -0.713967, -0.885165, -0.885165, 0.0530683, 0.0530683, -1.18637, -1.18637]
# two tasks: the first loss is a mean, the second one is added with += before it was reduced
import tensorflow as tf

trunk = tf.Variable(tf.ones([2, 2]) * 0.3)
first_head = tf.Variable(tf.ones([2, 1]))
second_head = tf.Variable(tf.ones([2, 1]) * 0.5)
x = tf.constant([[1.0, 2.0], [0.5, 0.1], [0.2, 0.9]])
with tf.GradientTape() as tape:
    shared = tf.tanh(x @ trunk)
    loss = tf.reduce_mean(tf.square(shared @ first_head - 1.0))
    loss += tf.square(shared @ second_head - 2.0)  # TFG511
gradients = tape.gradient(loss, [trunk, first_head, second_head])
