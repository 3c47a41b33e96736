# effect: none
# every step stores the hidden state in a fresh variable, so no step reaches the recurrent weight
import tensorflow as tf

U = tf.Variable([[0.5, 0.1], [0.0, 0.5]])
V = tf.Variable([[1.0], [1.0]])
xs = tf.constant([[[0.1, 0.2]], [[0.3, 0.4]], [[0.5, 0.6]]])


def unroll(xs):
    h = tf.Variable(tf.zeros((1, 2)))
    for x in xs:
        h = tf.Variable(tf.tanh(x + h @ U))  # TFG402
    return h


with tf.GradientTape() as tape:
    prediction = unroll(xs) @ V
    loss = tf.reduce_sum(tf.square(prediction - 1.0))
dU, dV = tape.gradient(loss, [U, V])
print(dU, dV)
