# effect: ok
# one loss, one query, one step per batch
import tensorflow as tf

w = tf.Variable(1.0)
loss = tf.constant(0.0)
for epoch in range(2):
    for x in (1.0, 2.0, 3.0):
        with tf.GradientTape() as tape:
            loss = tf.square(w * x - 1.0)
        w.assign_sub(0.01 * tape.gradient(loss, w))
    print("epoch", epoch, "last loss", float(loss))
