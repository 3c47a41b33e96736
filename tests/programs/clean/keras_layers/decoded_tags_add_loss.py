# effect: ok
# beside: TFG522
# the layer returns decoded integer tags; what trains it is add_loss
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


class Decoder(tf.keras.layers.Layer):
    def build(self, shape):
        self.transition = self.add_weight(shape=(3, 3), initializer="orthogonal")

    def call(self, inputs, training=False):
        scores = tf.matmul(inputs, self.transition)
        tags = tf.cast(tf.argmax(scores, -1), tf.int32)
        if training:
            self.add_loss(tf.reduce_mean(tf.reduce_logsumexp(scores, -1)))
        return tags


emb, dec = tf.keras.layers.Dense(3), Decoder()
x = tf.random.normal((4, 2))
opt = tf.keras.optimizers.SGD(0.1)
for _ in range(2):
    with tf.GradientTape() as tape:
        tags = dec(emb(x), training=True)
        loss = tf.add_n(dec.losses)
    variables = emb.trainable_variables + dec.trainable_variables
    opt.apply_gradients(zip(tape.gradient(loss, variables), variables))
    print(tags.numpy(), float(loss))
inp = tf.keras.Input((2,))
model = tf.keras.Model(inp, Decoder()(tf.keras.layers.Dense(3)(inp)))
model.compile(optimizer="sgd")
model.fit(x, epochs=1, verbose=0)
