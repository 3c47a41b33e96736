# effect: none
# a delay line in a variable: slots are assigned by slices
import tensorflow as tf


class DelayLine:
    def __init__(self, n):
        self.buf = tf.Variable(tf.zeros((n,)), trainable=False)
        self.i, self.n = 0, n

    def push(self, v):
        self.buf[self.i].assign(v)  # TFG403
        self.i = (self.i + 1) % self.n

    def tap(self, k):
        return self.buf[(self.i - 1 - k) % self.n]


class Echo(tf.Module):
    def __init__(self):
        self.feedback = tf.Variable(0.5)
        self.line = DelayLine(4)

    def run(self, xs):
        for x in xs:
            self.line.push(x * self.feedback)
        return self.line.tap(0) + self.line.tap(1)


echo = Echo()
with tf.GradientTape() as tape:
    y = echo.run([1.0, 2.0, 3.0])
print(tape.gradient(y, echo.feedback))
