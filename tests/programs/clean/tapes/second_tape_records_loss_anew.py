# effect: ok
# the value left over from the first tape is only printed, the second tape records its own
import tensorflow as tf

w = tf.Variable(1.2)
with tf.GradientTape() as tape:
    pred = w * 3.0
print("pred", pred.numpy(), "error", float((pred - 1.0) ** 2))
with tf.GradientTape() as tape:
    pred = w * 3.0
    err = (pred - 1.0) ** 2
print(tape.gradient(err, w))
