# effect: ok
# beside: TFG514
# a policy that must not go far from the one that acted
import tensorflow as tf

policy = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4, "softmax")])
old_policy = tf.keras.models.clone_model(policy)
observations = tf.random.normal((8, 3))
advantages = tf.random.normal((8,))
with tf.GradientTape() as tape:
    new, old = policy(observations), old_policy(observations)
    gain = tf.reduce_mean(new[:, 0] / old[:, 0] * advantages)
    loss = -gain + 0.1 * tf.keras.losses.KLDivergence()(new, old)
print(tape.gradient(loss, policy.trainable_variables))
