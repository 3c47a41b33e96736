# effect: ok
# lists are read in the graph loop and filled in Python loops only
import tensorflow as tf

gates = [tf.Variable(0.1), tf.Variable(0.2)]


@tf.function
def run(x, n):
    for _ in tf.range(n):
        for g in gates:
            x = x + g * tf.sin(x)
    outs = []
    for g in gates:
        outs.append(x * g)
    return tf.add_n(outs)


with tf.GradientTape() as tape:
    y = run(tf.constant(1.0), tf.constant(3))
print(tape.gradient(y, gates))
