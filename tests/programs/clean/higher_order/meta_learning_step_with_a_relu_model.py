# effect: ok
# beside: TFG308
# a step of the inner loop, differentiated for the initial weights
import tensorflow as tf


weights = tf.Variable([[0.5], [-0.3]])
features = tf.constant([[1.0, 2.0], [3.0, -1.0]])
labels = tf.constant([[1.0], [0.0]])


def loss_of(kernel):
    return tf.reduce_mean((tf.nn.relu(features @ kernel + 2.0) - labels) ** 2)


with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        before = loss_of(weights)
    adapted = weights - 0.1 * inner.gradient(before, weights)
    after = loss_of(adapted)
print(outer.gradient(after, weights))
