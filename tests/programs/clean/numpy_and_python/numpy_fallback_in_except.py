# effect: ok
# the except branch, which returns a number, serves only the report
import tensorflow as tf

x = tf.Variable(0.4)


def as_number(t):
    try:
        return t.numpy()
    except AttributeError:
        return float(t)


with tf.GradientTape() as tape:
    y = tf.tanh(x) ** 2
    report = as_number(y)
print(report, tape.gradient(y, x))
