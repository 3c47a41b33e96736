# effect: none
# the helper returns a closed tape and the features, the caller builds the loss from them
import tensorflow as tf

kernel = tf.Variable([[1.0], [2.0]])


def record(x):
    with tf.GradientTape() as tape:
        features = tf.tanh(x @ kernel)
    return tape, features


t, feats = record(tf.constant([[0.1, 0.2]]))
loss = tf.reduce_sum(tf.square(feats - 1.0))  # TFG101
print(t.gradient(loss, kernel))
