# effect: ok
# actor and critic each have their tape, opened in one with statement
import tensorflow as tf

actor = tf.Variable([0.1, 0.2])
critic = tf.Variable(0.5)


def losses(reward, action):
    value = critic * 2.0
    advantage = reward - value
    logp = tf.nn.log_softmax(actor)[action]
    return -logp * tf.stop_gradient(advantage), advantage**2


with tf.GradientTape() as ta, tf.GradientTape() as tc:
    a_loss, c_loss = losses(1.0, 1)
ga = ta.gradient(a_loss, actor)
gc = tc.gradient(c_loss, critic)
print(ga, gc)
