# effect: ok
# the name is rebound, but to a new variable
import tensorflow as tf

w = tf.Variable(5.0)
for epoch in range(3):
    with tf.GradientTape() as tape:
        loss = (w - 1.0) ** 2
    grad = tape.gradient(loss, w)
    w = tf.Variable(w - 0.1 * grad)
