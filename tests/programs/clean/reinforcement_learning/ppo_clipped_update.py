# effect: ok
# beside: TFG312, TFG603
# PPO: old log-probabilities, advantages and returns come from NumPy; KL and float() only steer early stopping
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(1)


class Buffer:
    def __init__(self, size, obs_dim):
        self.obs = np.zeros((size, obs_dim), np.float32)
        self.act = np.zeros(size, np.int32)
        self.rew = np.zeros(size, np.float32)
        self.val = np.zeros(size, np.float32)
        self.logp = np.zeros(size, np.float32)
        self.ptr = 0

    def store(self, obs, act, rew, val, logp):
        i = self.ptr
        self.obs[i], self.act[i], self.rew[i] = obs, act, rew
        self.val[i], self.logp[i] = val, logp
        self.ptr += 1

    def get(self, gamma=0.99):
        ret = np.zeros_like(self.rew)
        acc = 0.0
        for t in reversed(range(len(self.rew))):
            acc = self.rew[t] + gamma * acc
            ret[t] = acc
        adv = ret - self.val
        adv = (adv - adv.mean()) / (adv.std() + 1e-8)
        return self.obs, self.act, adv, ret, self.logp


actor = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="tanh"), tf.keras.layers.Dense(2)])
critic = tf.keras.Sequential(
    [tf.keras.layers.Dense(8, activation="tanh"), tf.keras.layers.Dense(1)]
)
actor_opt, critic_opt = tf.keras.optimizers.Adam(3e-4), tf.keras.optimizers.Adam(1e-3)


def logprobs(logits, a):
    logp_all = tf.nn.log_softmax(logits)
    return tf.reduce_sum(tf.one_hot(a, 2) * logp_all, axis=1)


def act(obs):
    logits = actor(obs[None])
    a = tf.squeeze(tf.random.categorical(logits, 1), axis=1)
    return int(a[0]), float(logprobs(logits, a)[0]), float(critic(obs[None])[0, 0])


rng = np.random.default_rng(0)
buf = Buffer(6, 3)
for _ in range(6):
    o = rng.normal(size=3).astype(np.float32)
    a, lp, v = act(o)
    buf.store(o, a, rng.normal(), v, lp)
obs, actions, adv, ret, logp_old = buf.get()

for epoch in range(3):
    with tf.GradientTape() as tape:
        logp = logprobs(actor(obs), actions)
        ratio = tf.exp(logp - logp_old)
        clipped = tf.where(adv > 0, 1.2 * adv, 0.8 * adv)
        policy_loss = -tf.reduce_mean(tf.minimum(ratio * adv, clipped))
        clip_frac = tf.reduce_mean(tf.cast(tf.abs(ratio - 1.0) > 0.2, tf.float32))
        approx_kl = tf.reduce_mean(logp_old - logp)
        print(f"kl {approx_kl.numpy():.4f} clipped {float(clip_frac):.2f}")
    grads = tape.gradient(policy_loss, actor.trainable_variables)
    actor_opt.apply_gradients(zip(grads, actor.trainable_variables))
    if float(approx_kl) > 1.5 * 0.01:
        break

for _ in range(2):
    with tf.GradientTape() as tape:
        value_loss = tf.reduce_mean((ret - tf.squeeze(critic(obs), -1)) ** 2)
    grads = tape.gradient(value_loss, critic.trainable_variables)
    critic_opt.apply_gradients(zip(grads, critic.trainable_variables))
print(float(value_loss))
