# effect: ok
# the loss is overwritten per block, each block has its own tape and query inside a helper
import tensorflow as tf

blocks = [tf.Variable([1.0, 2.0]), tf.Variable([3.0]), tf.Variable([4.0, 5.0, 6.0])]


def objective():
    return sum(tf.reduce_sum(tf.square(b - 1.0)) for b in blocks)


loss = 0.0
for sweep in range(2):
    for block in blocks:
        with tf.GradientTape() as tape:
            loss = objective()
        block.assign_sub(0.1 * tape.gradient(loss, block))
print(float(loss))
