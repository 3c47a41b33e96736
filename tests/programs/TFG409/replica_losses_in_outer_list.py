# effect: error
# raises: TypeError
# per-replica losses are kept in a list of the enclosing scope while tracing
import tensorflow as tf

w = tf.Variable(2.0)
collected = []


def replica_step(x):
    loss = tf.reduce_mean(tf.square(w * x - 1.0))
    collected.append(loss)  # TFG409
    return loss


strategy = tf.distribute.get_strategy()


@tf.function
def distributed(x):
    return strategy.run(replica_step, args=(x,))


with tf.GradientTape() as tape:
    distributed(tf.constant([1.0, 2.0]))
    total = tf.add_n(collected)
print(tape.gradient(total, w))
