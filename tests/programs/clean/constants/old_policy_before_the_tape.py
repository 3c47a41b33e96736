# effect: ok
# beside: TFG311
# the same computation before the tape is the old policy
import tensorflow as tf
from tensorflow import keras

policy = keras.Sequential(
    [keras.layers.Input((4,)), keras.layers.Dense(16, activation="relu"), keras.layers.Dense(2)]
)
opt = keras.optimizers.Adam(3e-4)
states = tf.random.normal((32, 4))
actions = tf.random.uniform((32,), 0, 2, tf.int32)
adv = tf.random.normal((32,))


def log_prob(logits, a):
    return tf.reduce_sum(tf.one_hot(a, 2) * tf.nn.log_softmax(logits), axis=1)


old_lp = log_prob(policy(states), actions)
for _ in range(2):
    with tf.GradientTape() as tape:
        new_lp = log_prob(policy(states), actions)
        ratio = tf.exp(new_lp - old_lp)
        loss = -tf.reduce_mean(tf.minimum(ratio * adv, tf.clip_by_value(ratio, 0.8, 1.2) * adv))
    grads = tape.gradient(loss, policy.trainable_variables)
    opt.apply_gradients(zip(grads, policy.trainable_variables))
