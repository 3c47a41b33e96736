# effect: none
# sampled actions instead of their log-probabilities go into the objective
import tensorflow as tf

logits = tf.Variable([[0.2, 0.3, 0.5]])
rewards = tf.constant([1.0, 0.0, -1.0])


@tf.function
def expected_reward():
    action = tf.random.categorical(logits, 4, seed=7)  # TFG301
    onehot = tf.one_hot(action[0], 3)
    return tf.reduce_mean(tf.linalg.matvec(onehot, rewards))


with tf.GradientTape() as tape:
    objective = -expected_reward()
print(tape.gradient(objective, logits))
