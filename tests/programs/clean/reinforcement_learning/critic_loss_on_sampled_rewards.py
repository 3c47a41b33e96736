# effect: ok
# beside: TFG310
# the value loss has a gradient for the critic, though its target depends on sampled actions
import tensorflow as tf

actor = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
critic = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
reward_of = tf.constant([1.0, 2.0, 4.0])
states = tf.eye(4)
with tf.GradientTape() as tape:
    logits = actor(states)
    actions = tf.random.categorical(logits, 1, seed=3)[:, 0]
    rewards = tf.gather(reward_of, actions)
    values = critic(states)[:, 0]
    log_probs = -tf.nn.sparse_softmax_cross_entropy_with_logits(actions, logits)
    actor_loss = -tf.reduce_mean(log_probs * tf.stop_gradient(rewards - values))
    critic_loss = tf.reduce_mean((rewards - values) ** 2)
    loss = actor_loss + 0.5 * critic_loss
print(tape.gradient(loss, actor.trainable_variables + critic.trainable_variables))
