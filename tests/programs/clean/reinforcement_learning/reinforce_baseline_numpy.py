# effect: ok
# REINFORCE: actions sampled outside, returns with a baseline from NumPy and from the value head
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(52)
policy = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2, activation="softmax")])
opt = tf.keras.optimizers.Adam(1e-2)
rng = np.random.default_rng(0)
baseline = 0.0
for episode in range(3):
    states, actions, rewards = [], [], []
    s = rng.normal(size=3).astype(np.float32)
    for t in range(4):
        probs = policy(s[None]).numpy()[0]
        a = rng.choice(2, p=probs / probs.sum())
        states.append(s), actions.append(a), rewards.append(float(s[a]))
        s = rng.normal(size=3).astype(np.float32)
    returns = np.cumsum(rewards[::-1])[::-1].astype(np.float32)
    baseline = 0.9 * baseline + 0.1 * returns.mean()
    adv = (returns - baseline) / (returns.std() + 1e-8)
    with tf.GradientTape() as tape:
        probs = policy(np.stack(states))
        idx = tf.stack([tf.range(len(actions)), tf.constant(actions, tf.int32)], axis=1)
        logp = tf.math.log(tf.gather_nd(probs, idx) + 1e-10)
        entropy = -tf.reduce_sum(probs * tf.math.log(probs + 1e-10), axis=1)
        loss = -tf.reduce_mean(logp * adv) - 0.01 * tf.reduce_mean(entropy)
    grads = tape.gradient(loss, policy.trainable_variables)
    opt.apply_gradients(zip(grads, policy.trainable_variables))
    print(episode, sum(rewards), float(loss))
