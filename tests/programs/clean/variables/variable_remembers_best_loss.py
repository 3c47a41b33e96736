# effect: ok
# the variable made from a tensor only remembers the best loss
import tensorflow as tf

w = tf.Variable(4.0)
best = None
for _ in range(3):
    with tf.GradientTape() as tape:
        loss = tf.square(w - 1.0)
        if best is None:
            best = tf.Variable(loss, trainable=False)
        elif loss < best:
            best.assign(loss)
    w.assign_sub(0.2 * tape.gradient(loss, w))
print("best", best.numpy())
