# effect: ok
# the loss's value sets the learning rate, a number for the update rule
import tensorflow as tf

w = tf.Variable([2.0, 3.0])
lr = 0.1
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(w**2)
    lr = max(0.01, min(lr, 0.5 / float(loss)))
    grad = tape.gradient(loss, w)
    w.assign_sub(lr * grad)
print(w.numpy())
