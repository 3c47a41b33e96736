# effect: ok
# beside: TFG115
# pairs are made, filtered, clipped and split again: order is kept throughout
import tensorflow as tf

w, b, unused = tf.Variable([1.0, 2.0]), tf.Variable(0.5), tf.Variable(0.0)
sgd = tf.keras.optimizers.SGD(0.1)
x = tf.constant([0.5, -1.0])


def update(variables):
    with tf.GradientTape() as tape:
        loss = tf.square(tf.reduce_sum(w * x) + b)
    grads = tape.gradient(loss, variables, unconnected_gradients="zero")
    pairs = [(g, v) for g, v in zip(grads, variables) if float(tf.norm(g)) > 0.0]
    kept_grads, kept_variables = zip(*pairs)
    clipped, norm = tf.clip_by_global_norm(list(kept_grads), 1.0)
    sgd.apply_gradients(zip(clipped, kept_variables))
    return norm


for _ in range(2):
    print(float(update([w, b, unused])))
