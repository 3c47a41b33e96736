# effect: ok
# one tape per sample: overwriting is the point, gradients are summed instead
import tensorflow as tf

w = tf.Variable([1.0, -1.0])
data = [(tf.constant([1.0, 2.0]), 1.0), (tf.constant([0.5, 0.0]), 0.0)]
total = tf.zeros_like(w)
loss = 0.0
for x, y in data:
    with tf.GradientTape() as tape:
        loss = tf.square(tf.tensordot(w, x, 1) - y)
    total += tape.gradient(loss, w)
w.assign_sub(0.1 * total)
print(float(loss), w.numpy())
