# effect: wrong
# truth: [3.0]
# summed rewards along a rollout, where the sum is only the last reward
import tensorflow as tf

gain = tf.Variable(1.0)


def reward(state, action):
    return gain * state + action


def rollout(horizon):
    state = tf.constant(0.0)
    episode_return = tf.constant(0.0)
    for t in range(horizon):
        r = reward(state, 1.0)
        episode_return = (0.5**0) * r  # TFG501
        state = state + 1.0
    return episode_return


with tf.GradientTape() as tape:
    objective = rollout(3)
print(tape.gradient(objective, gain))
