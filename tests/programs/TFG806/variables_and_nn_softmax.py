# effect: zero
# without Keras: logits of the shape (n, 1), and even a cross entropy of Keras cannot help
import tensorflow as tf

w = tf.Variable(tf.random.normal([3, 1], seed=1))
b = tf.Variable([0.1])
features = tf.constant([[0.2, 0.4, 0.6], [0.1, 0.3, 0.5]])
targets = tf.constant([[1.0], [0.0]])
for _ in range(2):
    with tf.GradientTape() as tape:
        probabilities = tf.nn.softmax(features @ w + b)  # TFG806
        loss = tf.reduce_sum((probabilities - targets) ** 2)
    grads = tape.gradient(loss, [w, b])
    w.assign_sub(0.1 * grads[0])
    b.assign_sub(0.1 * grads[1])
