# effect: ok
# beside: TFG311
# the old policy is another network
import tensorflow as tf


def build(n):
    return tf.keras.Sequential(
        [
            tf.keras.layers.Input((4,)),
            tf.keras.layers.Dense(32, activation="tanh"),
            tf.keras.layers.Dense(n),
        ]
    )


actor, old = build(3), build(3)
states = tf.random.normal((6, 4))
old_logp = tf.nn.log_softmax(old(states))
with tf.GradientTape() as tape:
    logp = tf.nn.log_softmax(actor(states))
    kl = tf.reduce_mean(tf.reduce_sum(tf.exp(old_logp) * (old_logp - logp), axis=1))
print(tape.gradient(kl, actor.trainable_variables))
