# effect: ok
# everything the caller needs is returned from the traced function
import tensorflow as tf

w1, w2 = tf.Variable([[1.0, 0.5]]), tf.Variable([[0.2], [0.4]])


@tf.function
def network(x):
    aux = {}
    aux["hidden"] = tf.nn.relu(x @ w1)
    parts = [aux["hidden"] @ w2]
    parts.append(parts[0] * 2.0)
    return parts[-1], aux


log = []
with tf.GradientTape() as tape:
    out, aux = network(tf.constant([[2.0]]))
    loss = tf.reduce_sum(out) + tf.reduce_sum(tf.square(aux["hidden"]))
    log.append(loss)
print(tape.gradient(loss, [w1, w2]), log)
