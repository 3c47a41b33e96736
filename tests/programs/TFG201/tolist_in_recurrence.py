# effect: none
# the hidden state is passed on as a Python list
import tensorflow as tf

u = tf.Variable([[0.5, 0.1], [0.2, 0.3]])


def cell(h):
    new = tf.tanh(tf.linalg.matvec(u, h))
    return new.numpy().tolist()  # TFG201


state = [1.0, 0.0]
with tf.GradientTape() as tape:
    for _ in range(3):
        state = cell(state)
    loss = tf.reduce_sum(state)
print(tape.gradient(loss, u))
