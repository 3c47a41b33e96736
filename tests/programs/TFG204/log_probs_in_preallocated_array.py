# effect: none
# the preallocated NumPy array keeps numbers only
import numpy as np
import tensorflow as tf

tf.random.set_seed(0)
np.random.seed(0)
T = 4
policy = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])


def discount(rewards, gamma=0.9):
    out, running = np.zeros(len(rewards), "float32"), 0.0
    for i in reversed(range(len(rewards))):
        running = rewards[i] + gamma * running
        out[i] = running
    return out


state = np.zeros((1, 2), "float32")
log_probs = np.zeros(T, dtype="float32")
rewards = []
with tf.GradientTape() as tape:
    for step in range(T):
        logp = tf.nn.log_softmax(policy(state))
        action = int(tf.random.categorical(logp, 1)[0, 0])
        log_probs[step] = logp[0, action]  # TFG204
        rewards.append(1.0 if action == 1 else 0.0)
        state = state + np.random.normal(size=(1, 2)).astype("float32")
    loss = -tf.reduce_sum(tf.constant(log_probs) * discount(rewards))
print(tape.gradient(loss, policy.trainable_variables))
