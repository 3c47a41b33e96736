# effect: none
# parameters unflattened from a vector: the gradient is asked for the original list
import tensorflow as tf


class Flat:
    def __init__(self, variables):
        self.variables = variables
        self.shapes = [v.shape for v in variables]

    def pack(self):
        return tf.concat([tf.reshape(v, [-1]) for v in self.variables], 0)

    def unpack(self, vec):
        out, i = [], 0
        for s in self.shapes:
            n = s.num_elements()
            out.append(tf.reshape(vec[i : i + n], s))
            i += n
        return out


flat = Flat([tf.Variable([1.0, 2.0]), tf.Variable([3.0])])
start = flat.pack()  # TFG101
with tf.GradientTape() as tape:
    p, q = flat.unpack(start)
    loss = tf.reduce_sum(p**2) + tf.reduce_sum(q)
print(tape.gradient(loss, flat.variables))
