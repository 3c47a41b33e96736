# effect: error
# raises: InaccessibleTensorError
# map_fn's function runs in a loop body: what it appends cannot be used outside
import tensorflow as tf

w = tf.Variable(3.0)


@tf.function
def penalised(xs):
    penalties = []

    def per_item(x):
        y = w * x
        penalties.append(tf.square(y))  # TFG404
        return y

    mapped = tf.map_fn(per_item, xs)
    return tf.reduce_sum(mapped) + tf.add_n(penalties)


with tf.GradientTape() as tape:
    loss = penalised(tf.constant([1.0, 2.0]))
print(tape.gradient(loss, w))
