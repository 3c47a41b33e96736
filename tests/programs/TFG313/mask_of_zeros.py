# effect: zero
# the mask is never filled
import tensorflow as tf

weights = tf.Variable([[0.5], [-0.5]])
features = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
labels = tf.constant([[1.0], [2.0], [3.0]])
mask = tf.zeros((3, 1))
with tf.GradientTape() as tape:
    errors = tf.square(features @ weights - labels)
    loss = tf.reduce_sum(errors * mask)  # TFG313
print(tape.gradient(loss, weights))
