# effect: ok
# beside: TFG603, TFG310
# log-probabilities and entropy both come from `log_softmax`
import tensorflow as tf

policy = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4)])
states, actions, returns = tf.random.normal((5, 3)), tf.constant([0, 3, 1, 2, 2]), tf.ones((5,))
with tf.GradientTape() as tape:
    log_p = tf.nn.log_softmax(policy(states))
    chosen = tf.gather(log_p, actions, batch_dims=1)
    entropy = -tf.reduce_sum(tf.exp(log_p) * log_p, axis=1)
    loss = -tf.reduce_mean(chosen * returns) - 0.01 * tf.reduce_mean(entropy)
print(tape.gradient(loss, policy.trainable_variables))
