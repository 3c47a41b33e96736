# effect: ok
# beside: TFG807
# augmentation layers have no weights: running them before the tape loses nothing
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


class Cloner(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.augment = tf.keras.Sequential(
            [
                tf.keras.layers.RandomCrop(6, 6),
                tf.keras.layers.RandomTranslation(0.1, 0.1),
                tf.keras.layers.RandomZoom(0.1),
            ]
        )
        self.encoder = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(4)])
        self.policy = tf.keras.layers.Dense(2)
        self.opt = tf.keras.optimizers.Adam(1e-3)

    def process(self, images, training):
        return self.augment(images, training=training) if training else images

    def update(self, images, actions):
        states = self.process(images, training=True)
        with tf.GradientTape() as tape:
            logits = self.policy(self.encoder(states))
            loss = tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(labels=actions, logits=logits)
            )
        grads = tape.gradient(loss, self.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.trainable_variables))
        return loss


m = Cloner()
for _ in range(2):
    print(float(m.update(tf.random.uniform((3, 6, 6, 1)), tf.constant([0, 1, 1]))))
