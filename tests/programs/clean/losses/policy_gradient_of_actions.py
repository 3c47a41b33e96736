# effect: ok
# beside: TFG514
# the labels of a policy gradient are actions, the logits those of the policy
import tensorflow as tf

policy = tf.keras.Sequential([tf.keras.layers.Dense(3)])
states = tf.constant([[0.4, 0.1], [0.2, 0.9]])
actions = tf.constant([0, 2])
returns = tf.constant([1.0, -0.5])
with tf.GradientTape() as tape:
    logits = policy(states)
    negative = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=actions, logits=logits)
    entropy = tf.reduce_sum(-tf.nn.softmax(logits) * tf.nn.log_softmax(logits), axis=1)
    loss = tf.reduce_mean(negative * returns - 0.01 * entropy)
print(tape.gradient(loss, policy.trainable_variables))
