# effect: ok
# targets share no source, so the sum keeps them apart and unpacking is right
import tensorflow as tf

policy, value = tf.Variable([0.1, -0.1]), tf.Variable(0.5)
returns = tf.constant(2.0)
with tf.GradientTape() as tape:
    value_loss = tf.square(returns - value)
    advantage = tf.stop_gradient(returns - value)
    policy_loss = -advantage * tf.nn.log_softmax(policy)[0]
g_policy, g_value = tape.gradient([policy_loss, value_loss], [policy, value])
policy.assign_sub(0.1 * g_policy)
value.assign_sub(0.1 * g_value)
print(policy.numpy(), value.numpy())
