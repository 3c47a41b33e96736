# effect: wrong
# truth: [-0.055454, 0.0933712, -0.0262577, -0.154577, 0.0722318, 0.00202267, -0.0245381, 0.0471726, -0.0139614]
# a policy gradient: the entropy is a mean, and the sum over all steps counts it for each of them
import tensorflow as tf

logits_layer = tf.keras.layers.Dense(3, kernel_initializer="ones", bias_initializer="ones")


@tf.function
def policy_gradient(states, actions, advantages):
    with tf.GradientTape() as tape:
        log_probabilities = tf.nn.log_softmax(logits_layer(states) * [1.0, 0.5, 0.2])
        chosen = tf.reduce_sum(log_probabilities * tf.one_hot(actions, 3), axis=1)
        entropy = -tf.reduce_mean(tf.reduce_sum(tf.exp(log_probabilities) * log_probabilities, axis=1))
        each = -chosen * advantages
        loss = tf.reduce_sum(each - 0.01 * entropy)  # TFG511
    return tape.gradient(loss, logits_layer.trainable_variables)


policy_gradient(
    tf.constant([[0.1, 0.9], [0.8, 0.2], [0.5, 0.5], [0.3, 0.3]]),
    tf.constant([0, 1, 2, 1]),
    tf.constant([1.0, -0.5, 0.3, 0.8]),
)
