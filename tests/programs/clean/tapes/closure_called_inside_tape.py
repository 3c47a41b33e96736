# effect: ok
# the closure is defined before the tape and called inside it
import tensorflow as tf

a = tf.Variable(2.0)


def square():
    return a * a


pipeline = [lambda v: v + 1.0, tf.exp, tf.math.log1p]


def run():
    v = square()
    for stage in pipeline:
        v = stage(v)
    return v


with tf.GradientTape() as tape:
    y = run()
print(tape.gradient(y, a))
