# effect: wrong
# truth: [1.0, -6.0]
# the critic's own next estimate, with the ends of episodes masked
import tensorflow as tf

critic = tf.Variable([1.0, -1.0])


def value_of(observations):
    return tf.linalg.matvec(observations, critic)


@tf.function
def critic_gradient(observations, rewards, following, done):
    with tf.GradientTape() as tape:
        td_target = rewards + 0.5 * (1.0 - done) * value_of(following)  # TFG526
        loss = tf.reduce_sum(tf.square(value_of(observations) - td_target))
    return tape.gradient(loss, critic)


now = tf.constant([[1.0, 0.0], [0.0, 1.0]])
print(critic_gradient(now, tf.constant([1.0, 2.0]), now[::-1], tf.constant([0.0, 1.0])))
