# effect: ok
# the optimizer moves the variables between calls; the next call's loss is a new computation
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


class Learner(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.embedder = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
        self.policy = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])
        self.log_alpha = tf.Variable(tf.math.log(1.0), trainable=True)
        self.optimizer2 = tf.keras.optimizers.Adam(1e-3)
        self.pretrain_variables = (
            self.embedder.trainable_variables + self.policy.trainable_variables + [self.log_alpha]
        )

    @tf.function
    def pretrain(self, states, kl_regularizer=True):
        with tf.GradientTape(watch_accessed_variables=True) as tape:
            z = self.embedder(states)
            logp = tf.nn.log_softmax(self.policy(z))[:, 0]
            recon = -logp
            if kl_regularizer:
                alpha = tf.exp(self.log_alpha)
                alpha_loss = alpha * tf.stop_gradient(-logp - 1.0)
                recon += tf.stop_gradient(alpha) * logp * 0.5
            else:
                alpha_loss = tf.convert_to_tensor(0.0)
            loss = tf.reduce_mean(recon) + tf.reduce_mean(alpha_loss)
        grads = tape.gradient(loss, self.pretrain_variables)
        self.optimizer2.apply_gradients(zip(grads, self.pretrain_variables))
        return {"loss": loss}


m = Learner()
m.optimizer2.build(m.pretrain_variables)
for _ in range(3):
    out = m.pretrain(tf.random.normal((4, 3)))
print(float(out["loss"]))
