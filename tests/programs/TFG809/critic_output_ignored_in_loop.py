# effect: none
# the value head is computed, unpacked and never part of the loss
import tensorflow as tf


class ActorCritic(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.body = tf.keras.layers.Dense(8, activation="relu")
        self.actor = tf.keras.layers.Dense(2)
        self.critic = tf.keras.layers.Dense(1)

    def call(self, states):
        x = self.body(states)
        return self.actor(x), self.critic(x)


model = ActorCritic()
optimizer = tf.keras.optimizers.Adam(0.01)


def update(states, actions, returns):
    with tf.GradientTape() as tape:
        logits, values = model(states)
        log_probs = tf.nn.log_softmax(logits)
        chosen = tf.reduce_sum(tf.one_hot(actions, 2) * log_probs, axis=1)
        loss = -tf.reduce_mean(chosen * returns)
    grads = tape.gradient(loss, model.trainable_variables)  # TFG809
    optimizer.apply_gradients(
        (g, v) for g, v in zip(grads, model.trainable_variables) if g is not None
    )
    return loss


update(tf.ones((3, 4)), tf.constant([0, 1, 1]), tf.constant([1.0, 0.5, 0.2]))
