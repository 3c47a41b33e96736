# effect: ok
# beside: TFG526
# only the bootstrap target is detached
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
q_net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])


def td_loss(s, a, r, s2):
    q = q_net(s)
    best = tf.argmax(q_net(s2), axis=1)
    q_next = tf.stop_gradient(tf.gather(q_net(s2), best, batch_dims=1))
    chosen = tf.gather(q, a, batch_dims=1)
    return tf.reduce_mean(tf.square(r + 0.9 * q_next - chosen))


with tf.GradientTape() as tape:
    loss = td_loss(tf.ones((1, 2)), tf.constant([1]), 1.0, tf.zeros((1, 2)))
print(tape.gradient(loss, q_net.trainable_variables))
