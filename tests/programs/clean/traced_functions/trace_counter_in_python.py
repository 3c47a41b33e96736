# effect: ok
# beside: TFG412
# only Python values are kept outside of the trace
import tensorflow as tf

traces = 0
shapes = []
w = tf.Variable(2.0)


@tf.function
def f(x):
    global traces
    traces += 1
    shapes.append(x.shape)
    return tf.reduce_sum(w * x)


with tf.GradientTape() as tape:
    y = f(tf.ones((2,))) + f(tf.ones((3,)))
print(tape.gradient(y, w), traces, shapes)
