# effect: error
# raises: InvalidArgumentError
# gradients are asked actor first and applied critic first
import tensorflow as tf

tf.random.set_seed(3)
actor = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
critic = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.01)


def update(states, actions, returns):
    with tf.GradientTape() as tape:
        logits = actor(states)
        values = critic(states)[:, 0]
        advantage = tf.stop_gradient(returns - values)
        nll = tf.nn.sparse_softmax_cross_entropy_with_logits(actions, logits)
        loss = tf.reduce_mean(nll * advantage) + tf.reduce_mean((returns - values) ** 2)
    grads = tape.gradient(loss, actor.trainable_variables + critic.trainable_variables)
    params = critic.trainable_variables + actor.trainable_variables
    optimizer.apply_gradients(zip(grads, params))  # TFG505
    return loss


states = tf.random.normal([4, 3])
print(update(states, tf.constant([0, 1, 1, 0]), tf.constant([1.0, 0.0, 0.5, 2.0])))
