# effect: none
# the tape is entered by hand and left too early
import tensorflow as tf

w = tf.Variable(3.0)
tape = tf.GradientTape()
tape.__enter__()
pred = w * 2.0
tape.__exit__(None, None, None)
loss = (pred - 1.0) ** 2  # TFG101
print(tape.gradient(loss, w))
