# effect: ok
# call() detaches by default for its consumers; training asks for stop_gradient=False
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


class EmbedNet(tf.keras.Model):
    def __init__(self, dim):
        super().__init__()
        self.embedder = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(dim)])

    def call(self, states, stop_gradient=True):
        out = self.embedder(states)
        if stop_gradient:
            return tf.stop_gradient(out)
        return out


class Contrastive(tf.keras.Model):
    def __init__(self, dim=4):
        super().__init__()
        self.net = EmbedNet(dim)
        self.weight = tf.Variable(tf.eye(dim))
        self.optimizer_ = tf.keras.optimizers.Adam(1e-3)
        self.all_variables = [self.weight] + self.net.embedder.trainable_variables

    def call(self, states, stop_gradient=True):
        return self.net(states, stop_gradient=stop_gradient)

    def fit_step(self, a, b):
        with tf.GradientTape() as tape:
            za, zb = self.net(a, stop_gradient=False), self.net(b, stop_gradient=False)
            energies = tf.matmul(tf.matmul(za, self.weight), zb, transpose_b=True)
            positive = tf.linalg.diag_part(energies)
            loss = tf.reduce_mean(-positive + tf.reduce_logsumexp(energies, -1))
            correct = tf.cast(positive >= tf.reduce_max(energies, -1), tf.float32)
        grads = tape.gradient(loss, self.all_variables)
        self.optimizer_.apply_gradients(zip(grads, self.all_variables))
        return {"loss": loss, "correct": tf.reduce_mean(correct)}


c = Contrastive()
for _ in range(2):
    print(
        {
            k: float(v)
            for k, v in c.fit_step(tf.random.normal((5, 3)), tf.random.normal((5, 3))).items()
        }
    )
policy = tf.keras.layers.Dense(1)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(policy(c(tf.ones((2, 3)))) ** 2)
print(tape.gradient(loss, policy.trainable_variables)[0].shape)
