# effect: ok
# in-place operators on tensors and Python numbers
import tensorflow as tf

w = tf.Variable(2.0)
lr = 0.1
for step in range(3):
    with tf.GradientTape() as tape:
        loss = 0.0
        for x in (1.0, 2.0):
            loss += (w * x - 1.0) ** 2
        loss /= 2.0
    g = tape.gradient(loss, w)
    g *= 0.5
    lr *= 0.9
    w.assign_sub(lr * g)
