# effect: error
# raises: RuntimeError
# actor and critic gradients are both taken from one non-persistent tape
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
actor = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
critic = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
opt_a = tf.keras.optimizers.Adam(1e-3)
opt_c = tf.keras.optimizers.Adam(1e-3)


def update(states, actions, returns):
    with tf.GradientTape() as tape:
        values = tf.squeeze(critic(states), -1)
        advantage = returns - values
        logp = tf.nn.log_softmax(actor(states))
        chosen = tf.gather(logp, actions, batch_dims=1)
        actor_loss = -tf.reduce_mean(chosen * tf.stop_gradient(advantage))
        critic_loss = tf.reduce_mean(tf.square(advantage))
    grads_a = tape.gradient(actor_loss, actor.trainable_variables)
    grads_c = tape.gradient(critic_loss, critic.trainable_variables)  # TFG105
    opt_a.apply_gradients(zip(grads_a, actor.trainable_variables))
    opt_c.apply_gradients(zip(grads_c, critic.trainable_variables))


update(tf.ones((2, 3)), tf.constant([0, 1]), tf.constant([1.0, 2.0]))
