# effect: ok
# PPO: the old log-probabilities are taken out once, then several epochs use them
import numpy as np
import tensorflow as tf

logits = tf.Variable([[0.3, 0.1], [0.2, 0.5]])
actions = np.array([0, 1])
adv = np.array([1.0, -0.5], dtype=np.float32)


def log_prob():
    return tf.gather(tf.nn.log_softmax(logits), actions, batch_dims=1)


old = np.array(log_prob())
for _ in range(2):
    with tf.GradientTape() as tape:
        ratio = tf.exp(log_prob() - old)
        clipped = tf.clip_by_value(ratio, 0.8, 1.2)
        loss = -tf.reduce_mean(tf.minimum(ratio * adv, clipped * adv))
        kl = float(tf.reduce_mean(old - log_prob()))
    g = tape.gradient(loss, logits)
    if kl > 1.5:
        break
    logits.assign_sub(0.1 * g)
