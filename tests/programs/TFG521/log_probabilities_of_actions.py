# effect: wrong
# truth: [0.333588, -0.545796, 0.212208, 0.366652, -0.0442352, -0.322417, 0.115302, -0.330142, 0.21484, 0.204306, -0.135556, -0.0687501, 0.159319, -0.20073, 0.0414104]
# a policy gradient: one action for each observation
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(5)
policy = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
observations = tf.random.normal((6, 4))
actions = tf.constant(np.array([0, 2, 1, 1, 0, 2]))
advantages = tf.constant([0.5, -1.0, 2.0, 0.3, -0.4, 1.2])
with tf.GradientTape() as tape:
    log_probabilities = tf.nn.log_softmax(policy(observations))
    taken = tf.gather(log_probabilities, actions, axis=1)  # TFG521
    loss = -tf.reduce_mean(taken * advantages)
print(tape.gradient(loss, policy.trainable_variables))
