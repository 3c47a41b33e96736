# effect: none
# after the reshape the name w is a tensor, no variable any more
import tensorflow as tf

w = tf.Variable(tf.random.normal([3], seed=1))
X = tf.constant([[1.0, 0.0, 2.0], [0.5, 1.0, 0.0]])
y = tf.constant([[1.0], [0.0]])

w = tf.reshape(w, (3, 1))  # TFG401

with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(X @ w - y))
print(tape.gradient(loss, w))
