# effect: ok
# trainable_variables of a tf.Module are tf.Variables and may be watched
import tensorflow as tf


class MeanField(tf.Module):
    def __init__(self, n):
        super().__init__()
        self.loc = tf.Variable(tf.zeros(n))
        self.log_scale = tf.Variable(tf.zeros(n))

    def log_prob(self, x):
        z = (x - self.loc) * tf.exp(-self.log_scale)
        return -0.5 * tf.reduce_sum(z**2, -1) - tf.reduce_sum(self.log_scale)


@tf.function(autograph=False)
def train_q(q, x, opt):
    with tf.GradientTape() as tape:
        tape.watch(q.trainable_variables)
        loss = -tf.reduce_mean(q.log_prob(x))
    variables = tape.watched_variables()
    grads = tape.gradient(loss, variables)
    opt.apply_gradients(list(zip(grads, variables)))
    return loss


q = MeanField(3)
opt = tf.keras.optimizers.Adam(1e-2)
opt.build(q.trainable_variables)
for _ in range(2):
    print(float(train_q(q, tf.random.normal((4, 3)), opt)))
