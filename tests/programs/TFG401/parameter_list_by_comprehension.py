# effect: none
# the list of variables is replaced by a list of tensors
import tensorflow as tf

W1 = tf.Variable(tf.ones((3, 4)) * 0.1)
b1 = tf.Variable(tf.zeros(4))
W2 = tf.Variable(tf.ones((4, 1)) * 0.2)
params = [W1, b1, W2]
x = tf.constant([[1.0, 0.5, -1.0]])


def forward(params, x):
    W1, b1, W2 = params
    return tf.nn.tanh(x @ W1 + b1) @ W2


for step in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(forward(params, x) - 1.0))
    grads = tape.gradient(loss, params)
    if grads[0] is None:
        break
    params = [p - 0.1 * g for p, g in zip(params, grads)]  # TFG401
