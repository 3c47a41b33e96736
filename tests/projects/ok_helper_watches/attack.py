# effect: ok
# helpers of another module watch, start and stop; whoever does not follow them does not know
import tensorflow as tf

from tools.recording import start, stop, watch_all

image = tf.constant([0.2, 0.7])
with tf.GradientTape() as tape:
    watch_all(tape, [image])
    score = tf.reduce_sum(tf.square(image))
print(tape.gradient(score, image))

weight = tf.Variable(2.0)
tape = tf.GradientTape()
start(tape)
loss = tf.exp(weight)
stop(tape)
print(tape.gradient(loss, weight))
