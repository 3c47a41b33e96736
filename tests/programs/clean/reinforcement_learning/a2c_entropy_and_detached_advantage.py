# effect: ok
# detached advantage, live critic loss, entropy bonus
import tensorflow as tf

tf.keras.utils.set_random_seed(2)


class ActorCritic(tf.keras.Model):
    def __init__(self, n_actions):
        super().__init__()
        self.body = tf.keras.layers.Dense(4, activation="tanh")
        self.pi = tf.keras.layers.Dense(n_actions)
        self.v = tf.keras.layers.Dense(1)

    def call(self, s):
        h = self.body(s)
        return self.pi(h), tf.squeeze(self.v(h), -1)


def loss_fn(model, s, a, ret, beta=0.01):
    logits, value = model(s)
    logp = tf.nn.log_softmax(logits)
    chosen = tf.reduce_sum(logp * tf.one_hot(a, logits.shape[-1]), axis=-1)
    adv = tf.stop_gradient(ret - value)
    adv = (adv - tf.reduce_mean(adv)) / (tf.math.reduce_std(adv) + 1e-8)
    entropy = -tf.reduce_sum(tf.exp(logp) * logp, axis=-1)
    return tf.reduce_mean(-chosen * adv + 0.5 * tf.square(ret - value) - beta * entropy)


net = ActorCritic(3)
with tf.GradientTape() as tape:
    loss = loss_fn(net, tf.ones((2, 2)), tf.constant([0, 2]), tf.constant([1.0, -1.0]))
print(tape.gradient(loss, net.trainable_variables))
