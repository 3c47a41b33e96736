import numpy as np
import tensorflow as tf


def hard_labels(probabilities):
    return np.argmax(probabilities, axis=1)


def softened(probabilities, temperature):
    powers = np.power(probabilities, 1.0 / temperature)
    return powers / powers.sum(axis=1, keepdims=True)


def distillation(logits, soft, labels, temperature, balance=0.5):
    goal = softened(soft, temperature)
    hard = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    matched = tf.nn.softmax_cross_entropy_with_logits(labels=goal, logits=logits / temperature)
    return tf.reduce_mean(balance * hard + (1.0 - balance) * matched)
