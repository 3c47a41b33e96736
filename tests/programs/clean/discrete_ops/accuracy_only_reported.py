# effect: ok
# argmax, equal and casts inside the tape feed the metric
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
opt = tf.keras.optimizers.SGD(0.1)
x, y = tf.ones((4, 2)), tf.constant([0, 1, 2, 1])


@tf.function
def step():
    with tf.GradientTape() as tape:
        logits = net(x, training=True)
        loss = tf.reduce_mean(
            tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits)
        )
        hits = tf.equal(tf.argmax(logits, -1, output_type=tf.int32), y)
        acc = tf.reduce_mean(tf.cast(hits, tf.float32))
    grads = tape.gradient(loss, net.trainable_variables)
    opt.apply_gradients(zip(grads, net.trainable_variables))
    return loss, acc


print(step())
