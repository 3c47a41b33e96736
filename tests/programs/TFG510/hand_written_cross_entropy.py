# effect: wrong
# truth: [-0.0741285, -0.175088, -0.220773]
# a logistic regression by hand: the labels multiply a column of log probabilities
import tensorflow as tf


class Logistic(tf.Module):
    def __init__(self, features):
        self.w = tf.Variable(tf.ones([features, 1]) * 0.1)
        self.b = tf.Variable(tf.zeros([1]))

    def __call__(self, x):
        return tf.sigmoid(tf.matmul(x, self.w) + self.b)


def negative_log_likelihood(labels, p):
    positive = labels * tf.math.log(p + 1e-7)  # TFG510
    negative = (1.0 - labels) * tf.math.log(1.0 - p + 1e-7)  # TFG510
    return -tf.reduce_mean(positive + negative)


x = tf.constant([[0.5, 1.0], [1.5, -0.5], [-1.0, 0.3], [0.2, 0.2], [2.0, 1.0]])
y = tf.constant([1.0, 0.0, 0.0, 1.0, 1.0])
classifier = Logistic(2)
with tf.GradientTape() as tape:
    loss = negative_log_likelihood(y, classifier(x))
print(tape.gradient(loss, classifier.trainable_variables))
