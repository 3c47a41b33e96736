# effect: ok
# Spiking network with a surrogate gradient, reset by detached spikes, rates logged
import tensorflow as tf

tf.random.set_seed(119)


@tf.custom_gradient
def spike(v):
    def grad(dy):
        return dy / (1.0 + 10.0 * tf.abs(v)) ** 2

    return tf.cast(v > 0.0, tf.float32), grad


w_in = tf.Variable(tf.random.normal((3, 6)))
w_out = tf.Variable(tf.random.normal((6, 2), stddev=0.3))
x, labels = tf.random.uniform((4, 10, 3)), tf.constant([0, 1, 1, 0])
for step in range(2):
    with tf.GradientTape() as tape:
        v = tf.zeros((4, 6))
        s = tf.zeros((4, 6))
        logits = 0.0
        rates = []
        for t in range(10):
            v = 0.9 * v * (1.0 - tf.stop_gradient(s)) + x[:, t] @ w_in
            s = spike(v - 1.0)
            logits += s @ w_out
            rates.append(float(tf.reduce_mean(s)))
        ce = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits / 10.0)
        loss = tf.reduce_mean(ce)
    g_in, g_out = tape.gradient(loss, [w_in, w_out])
    w_in.assign_sub(0.1 * g_in)
    w_out.assign_sub(0.1 * g_out)
    print(step, float(loss), sum(rates) / len(rates))
