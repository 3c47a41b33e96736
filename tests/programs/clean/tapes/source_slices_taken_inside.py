# effect: ok
# the slices are made inside the tape and those very tensors are asked for
import tensorflow as tf

params = tf.Variable([0.1, 0.2, 0.3])
with tf.GradientTape() as tape:
    first, *rest = [params[i] for i in range(3)]
    loss = first**2 + sum(rest) * first
print(tape.gradient(loss, [first, rest[0], params]))
