# effect: ok
# star imports bring metrics that round, compare and count; only the loss is differentiated
import tensorflow as tf

from metrics import *
from settings import *


def dataset():
    features = tf.random.stateless_normal((EXAMPLES, FEATURES), seed=(SEED, 1))
    labels = tf.argmax(features[:, :CLASSES], axis=1)
    return features, labels


def main():
    features, labels = dataset()
    kernel = tf.Variable(tf.zeros((FEATURES, CLASSES)))
    bias = tf.Variable(tf.zeros(CLASSES))
    for step in range(STEPS):
        with tf.GradientTape() as tape:
            logits = tf.matmul(features, kernel) + bias
            loss = tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
            )
            right = accuracy(labels, logits)
            sure = share_of_confident(logits)
        gradients = tape.gradient(loss, [kernel, bias])
        for variable, gradient in zip([kernel, bias], gradients):
            variable.assign_sub(RATE * gradient)
        print(f"{step}: {float(loss):.3f} {float(right):.2f} {float(sure):.2f}")
    print(confusion(labels, logits))


main()
