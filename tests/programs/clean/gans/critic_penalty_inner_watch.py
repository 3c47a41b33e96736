# effect: ok
# actions sampled and one-hot coded before, then watched by an inner tape inside the outer one
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
critic = tf.keras.Sequential(
    [tf.keras.Input((5,)), tf.keras.layers.Dense(8, "tanh"), tf.keras.layers.Dense(1)]
)
actor = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
opt = tf.keras.optimizers.Adam(1e-3)


def update(states, target_q, discrete):
    policy_actions = actor(states)
    if discrete:
        policy_actions = tf.cast(tf.one_hot(tf.argmax(policy_actions, -1), depth=2), tf.float32)
    with tf.GradientTape() as tape:
        with tf.GradientTape(watch_accessed_variables=False, persistent=True) as tape2:
            tape2.watch([policy_actions])
            q = critic(tf.concat([states, policy_actions], -1))
        q_grads = tape2.gradient(q, policy_actions)
        q_grad_norm = tf.reduce_sum(tf.square(q_grads), axis=-1)
        del tape2
        loss = tf.reduce_mean((q[:, 0] - target_q) ** 2) + 0.1 * tf.reduce_mean(q_grad_norm)
    grads = tape.gradient(loss, critic.trainable_variables[:3])
    opt.apply_gradients(zip(grads, critic.trainable_variables[:3]))
    return loss


for flag in (True, False):
    print(float(update(tf.random.normal((4, 3)), tf.zeros(4), flag)))
