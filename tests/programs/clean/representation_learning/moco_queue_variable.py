# effect: ok
# MoCo: the queue is a non-trainable variable written after the query, keys are detached
import tensorflow as tf

tf.keras.utils.set_random_seed(9)


class MoCo(tf.Module):
    def __init__(self, dim=4, size=8, momentum=0.99, temperature=0.1):
        super().__init__()
        self.enc_q = tf.keras.Sequential([tf.keras.Input((5,)), tf.keras.layers.Dense(dim)])
        self.enc_k = tf.keras.Sequential([tf.keras.Input((5,)), tf.keras.layers.Dense(dim)])
        self.enc_k.set_weights(self.enc_q.get_weights())
        self.queue = tf.Variable(
            tf.math.l2_normalize(tf.random.normal((size, dim)), axis=1), trainable=False
        )
        self.m, self.t = momentum, temperature

    def loss(self, q_in, k_in):
        q = tf.math.l2_normalize(self.enc_q(q_in), axis=1)
        k = tf.stop_gradient(tf.math.l2_normalize(self.enc_k(k_in), axis=1))
        pos = tf.reduce_sum(q * k, axis=1, keepdims=True)
        neg = tf.matmul(q, self.queue, transpose_b=True)
        logits = tf.concat([pos, neg], axis=1) / self.t
        labels = tf.zeros(tf.shape(logits)[0], dtype=tf.int32)
        ce = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
        acc = tf.reduce_mean(
            tf.cast(tf.argmax(logits, 1, output_type=tf.int32) == labels, tf.float32)
        )
        return tf.reduce_mean(ce), acc, k

    def enqueue(self, keys):
        n = keys.shape[0]
        self.queue.assign(tf.concat([keys, self.queue[:-n]], axis=0))

    def momentum_update(self):
        for k, q in zip(self.enc_k.trainable_variables, self.enc_q.trainable_variables):
            k.assign(self.m * k + (1.0 - self.m) * q)


moco = MoCo()
opt = tf.keras.optimizers.SGD(0.1)
for _ in range(3):
    x = tf.random.normal((2, 5))
    with tf.GradientTape() as tape:
        loss, acc, keys = moco.loss(x + 0.05, x - 0.05)
    grads = tape.gradient(loss, moco.enc_q.trainable_variables)
    opt.apply_gradients(zip(grads, moco.enc_q.trainable_variables))
    moco.momentum_update()
    moco.enqueue(keys)
    print(loss.numpy(), acc.numpy())
