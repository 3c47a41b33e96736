# effect: none
# the tape is wrapped after the block, when it is too late to watch anything
import tensorflow as tf


class Wrapped:
    def __init__(self, tape):
        self.tape = tape

    def gradient(self, target, sources):
        return self.tape.gradient(target, sources)


wrap = eval("Wrapped")
model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
x = tf.ones((3, 2))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(x)))
wrapped = wrap(tape)
print(wrapped.gradient(loss, x))  # TFG102
