# effect: zero
# a network of Variables that start at zero, with a ReLU
import tensorflow as tf

W1 = tf.Variable(tf.zeros([784, 100]))
b1 = tf.Variable(tf.zeros([100]))
W2 = tf.Variable(tf.zeros([100, 10]))
b2 = tf.Variable(tf.zeros([10]))


def forward(x):
    h = tf.nn.relu(tf.matmul(x, W1) + b1)
    return tf.matmul(h, W2) + b2  # TFG811


x = tf.random.uniform((16, 784))
y = tf.random.uniform((16,), 0, 10, dtype=tf.int32)
with tf.GradientTape() as tape:
    logits = forward(x)
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
grads = tape.gradient(loss, [W1, b1, W2, b2])
for g in grads:
    print(tf.reduce_sum(tf.abs(g)).numpy())
