# effect: wrong
# truth: [1.28]
# the gradient of the first step is kept on the object and used in every later one
import tensorflow as tf


class Descent:
    def __init__(self, w):
        self.w = w
        with tf.GradientTape() as tape:
            value = tf.square(self.w)
        self.gradient = tape.gradient(value, self.w)

    def step(self, rate):
        self.w.assign_sub(rate * self.gradient)  # TFG507


w = tf.Variable(1.0)
run = Descent(w)
for _ in range(2):
    run.step(0.1)
with tf.GradientTape() as tape:
    value = tf.square(w)
print(tape.gradient(value, w))
