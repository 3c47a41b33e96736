# effect: wrong
# truth: [0.245058, -0.245058, 0.122529, -0.122529]
# the probability of the second class goes into a loss of logits
import tensorflow as tf

weights = tf.Variable([[0.4, -0.3], [0.2, 0.9]])


@tf.function
def gradient(features, clicked):
    with tf.GradientTape() as tape:
        p = tf.nn.softmax(features @ weights)[:, 1]
        loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(clicked, p))  # TFG512
    return tape.gradient(loss, weights)


print(gradient(tf.constant([[1.0, 0.5], [0.2, 0.1]]), tf.constant([1.0, 0.0])))
