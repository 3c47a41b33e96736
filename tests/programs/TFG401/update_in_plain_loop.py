# effect: none
# the first update turns the variable into a plain tensor, the second pass has nothing to watch
import tensorflow as tf

w = tf.Variable(5.0)
lr = 0.1

for epoch in range(3):
    with tf.GradientTape() as tape:
        loss = (w - 1.0) ** 2
    grad = tape.gradient(loss, w)
    w = w - lr * grad  # TFG401
    print(epoch, float(loss))
