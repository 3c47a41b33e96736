# effect: ok
# one query per loop iteration, and one tape per iteration
import tensorflow as tf

w = tf.Variable(1.0)
trace = []
for epoch in range(3):
    for x in (1.0, 2.0):
        with tf.GradientTape() as tape:
            loss = tf.square(w * x - 1.0)
        g = tape.gradient(loss, w)
        w.assign_sub(0.05 * g)
        trace.append((epoch, loss.numpy()))
print(trace[-1])
