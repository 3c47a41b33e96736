# effect: ok
# beside: TFG811
# a softmax regression may start at zero
import tensorflow as tf

W = tf.Variable(tf.zeros([784, 10]))
b = tf.Variable(tf.zeros([10]))
x = tf.random.uniform((16, 784))
y = tf.random.uniform((16,), 0, 10, dtype=tf.int32)
with tf.GradientTape() as tape:
    logits = tf.matmul(x, W) + b
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
grads = tape.gradient(loss, [W, b])
for g in grads:
    print(tf.reduce_sum(tf.abs(g)).numpy())
