import tensorflow as tf

import critic

kernel = tf.Variable(tf.random.stateless_normal((3, 2), seed=(0, 1), stddev=0.1))


def log_probabilities(states):
    return tf.nn.log_softmax(tf.matmul(states, kernel))


def entropy(states):
    logs = log_probabilities(states)
    return -tf.reduce_mean(tf.reduce_sum(tf.exp(logs) * logs, axis=-1))


def loss(states, actions, returns):
    advantage = returns - critic.value(states)
    chosen = tf.gather(log_probabilities(states), actions, axis=1, batch_dims=1)
    return -tf.reduce_mean(chosen * advantage)
