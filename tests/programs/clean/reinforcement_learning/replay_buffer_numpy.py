# effect: ok
# Replay buffer in NumPy filled from tensors, prioritised by TD errors leaving the tape
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(42)


class PrioritizedReplay:
    def __init__(self, capacity, dim):
        self.s = np.zeros((capacity, dim), np.float32)
        self.r = np.zeros(capacity, np.float32)
        self.p = np.zeros(capacity, np.float32)
        self.n = 0

    def add(self, s, r):
        i = self.n % len(self.r)
        self.s[i], self.r[i] = s, r
        self.p[i] = self.p.max() if self.n else 1.0
        self.n += 1

    def sample(self, k, beta=0.4):
        size = min(self.n, len(self.r))
        probs = self.p[:size] / self.p[:size].sum()
        idx = np.random.choice(size, k, p=probs)
        w = (size * probs[idx]) ** -beta
        return idx, self.s[idx], self.r[idx], (w / w.max()).astype(np.float32)

    def update(self, idx, td):
        self.p[idx] = np.abs(td) + 1e-3


np.random.seed(0)
value = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
target = tf.keras.models.clone_model(value)
opt = tf.keras.optimizers.Adam(1e-2)
buf = PrioritizedReplay(16, 3)
for _ in range(10):
    s = np.random.normal(size=3)
    bonus = value(s[None].astype(np.float32)).numpy()[0, 0]
    buf.add(s, np.random.normal() + 0.01 * bonus)
for step in range(3):
    idx, s, r, w = buf.sample(4)
    with tf.GradientTape() as tape:
        td = r + 0.9 * target(s)[:, 0] - value(s)[:, 0]
        loss = tf.reduce_mean(w * td**2)
        buf.update(idx, td.numpy())
    grads = tape.gradient(loss, value.trainable_variables)
    opt.apply_gradients(zip(grads, value.trainable_variables))
    target.set_weights(
        [0.1 * a + 0.9 * b for a, b in zip(value.get_weights(), target.get_weights())]
    )
print(buf.p[:10])
