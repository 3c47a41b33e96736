# effect: ok
# rewards and returns are data: NumPy is fine for them
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
policy = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])
opt = tf.keras.optimizers.Adam(1e-2)


def returns_of(rewards, gamma=0.9):
    out = np.zeros(len(rewards), dtype=np.float32)
    acc = 0.0
    for i in range(len(rewards) - 1, -1, -1):
        acc = rewards[i] + gamma * acc
        out[i] = acc
    return (out - out.mean()) / (np.std(out) + 1e-8)


def train_episode(states, rewards):
    actions = []
    for s in states:
        probs = tf.nn.softmax(policy(s[None])).numpy()[0]
        actions.append(int(np.argmax(probs)))
    with tf.GradientTape() as tape:
        logp = tf.nn.log_softmax(policy(np.stack(states)))
        idx = tf.stack([tf.range(len(actions)), tf.constant(actions)], axis=1)
        loss = -tf.reduce_mean(tf.gather_nd(logp, idx) * returns_of(rewards))
    grads = tape.gradient(loss, policy.trainable_variables)
    opt.apply_gradients(zip(grads, policy.trainable_variables))
    return float(loss)


rng = np.random.default_rng(1)
print(train_episode(list(rng.normal(size=(4, 2)).astype("float32")), [0.0, 1.0, 0.0, 2.0]))
