# effect: ok
# beside: TFG310, TFG603
# the reward and the baseline are factors of a term that has a gradient
import tensorflow as tf

policy = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
reward_of = tf.constant([1.0, 2.0, 4.0])
with tf.GradientTape() as tape:
    logits = policy(tf.eye(4))
    actions = tf.random.categorical(logits, 1, seed=3)[:, 0]
    rewards = tf.gather(reward_of, actions)
    advantage = rewards - tf.reduce_mean(rewards)
    log_probs = -tf.nn.sparse_softmax_cross_entropy_with_logits(actions, logits)
    probabilities = tf.nn.softmax(logits)
    entropy = -tf.reduce_mean(probabilities * tf.math.log(probabilities + 1e-6))
    loss = -tf.reduce_mean(log_probs * advantage) - 0.1 * entropy
print(tape.gradient(loss, policy.trainable_variables))
