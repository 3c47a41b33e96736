# effect: ok
# beside: TFG313
# a mask that keeps some rows
import tensorflow as tf

weights = tf.Variable([[0.5], [-0.5]])
features = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
labels = tf.constant([[1.0], [2.0], [3.0]])
mask = tf.concat([tf.zeros((2, 1)), tf.ones((1, 1))], axis=0)
with tf.GradientTape() as tape:
    errors = tf.square(features @ weights - labels)
    loss = tf.reduce_sum(errors * mask)
print(tape.gradient(loss, weights))
