# effect: ok
# beside: TFG413
# np.argmax picks the action, the chosen value keeps its gradient
import numpy as np
import tensorflow as tf

q_table = tf.Variable([[0.1, 0.9], [0.4, 0.2]])


def act(state, eps=0.0):
    q = q_table[state]
    if np.random.default_rng(0).random() < eps:
        return 0, q
    return int(np.argmax(q.numpy())), q


with tf.GradientTape() as tape:
    action, q_values = act(0)
    td = 1.0 - q_values[action]
    loss = tf.square(td)
print(action, tape.gradient(loss, q_table))
