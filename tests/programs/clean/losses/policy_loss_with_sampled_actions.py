# effect: ok
# beside: TFG310
# sampled actions choose log-probabilities, which have a gradient
import tensorflow as tf

policy = tf.keras.layers.Dense(3)
states = tf.random.normal((5, 4), seed=1)
with tf.GradientTape() as tape:
    log_policy = tf.nn.log_softmax(policy(states))
    actions = tf.random.categorical(log_policy, 1)[:, 0]
    chosen = tf.gather(log_policy, actions, axis=1, batch_dims=1)
    entropy = -tf.reduce_sum(tf.exp(log_policy) * log_policy, axis=1)
    loss = -tf.reduce_mean(chosen * tf.constant([1.0, -1.0, 0.5, 2.0, 1.0]) + 0.01 * entropy)
print(tape.gradient(loss, policy.trainable_variables))
