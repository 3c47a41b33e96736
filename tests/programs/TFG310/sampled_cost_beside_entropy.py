# effect: wrong
# truth: [-0.1757, -0.02308, 0.19878, -0.24267, -0.06492, 0.30759]
# the cost of a sampled action, with an entropy bonus that keeps the policy connected
import tensorflow as tf

logits = tf.Variable([[0.1, 0.5, -0.3], [0.2, 0.0, 0.4]])
cost_of = tf.constant([1.0, 2.0, 4.0])


def train_step(states):
    with tf.GradientTape() as tape:
        scores = tf.matmul(states, logits)
        actions = tf.random.categorical(scores, 1, seed=3)[:, 0]
        cost = tf.reduce_mean(tf.gather(cost_of, actions))  # TFG310
        probabilities = tf.nn.softmax(scores)
        entropy = -tf.reduce_mean(probabilities * tf.math.log(probabilities + 1e-6))
        loss = cost - 0.1 * entropy
    return tape.gradient(loss, logits)


print(train_step(tf.eye(2)))
