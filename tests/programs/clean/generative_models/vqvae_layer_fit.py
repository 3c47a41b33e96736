# effect: ok
# VQ-VAE layer with add_loss, codes via argmin and the straight-through trick
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(0)


class VectorQuantizer(layers.Layer):
    def __init__(self, n_codes, dim, beta=0.25, **kw):
        super().__init__(**kw)
        self.dim, self.n_codes, self.beta = dim, n_codes, beta

    def build(self, input_shape):
        self.embeddings = self.add_weight(
            shape=(self.dim, self.n_codes),
            initializer="random_uniform",
            trainable=True,
            name="codes",
        )

    def get_code_indices(self, flat):
        similarity = tf.matmul(flat, self.embeddings)
        distances = (
            tf.reduce_sum(flat**2, axis=1, keepdims=True)
            + tf.reduce_sum(self.embeddings**2, axis=0)
            - 2 * similarity
        )
        return tf.argmin(distances, axis=1)

    def call(self, x):
        shape = tf.shape(x)
        flat = tf.reshape(x, [-1, self.dim])
        encodings = tf.one_hot(self.get_code_indices(flat), self.n_codes)
        quantized = tf.matmul(encodings, self.embeddings, transpose_b=True)
        quantized = tf.reshape(quantized, shape)
        commitment = tf.reduce_mean((tf.stop_gradient(quantized) - x) ** 2)
        codebook = tf.reduce_mean((quantized - tf.stop_gradient(x)) ** 2)
        self.add_loss(self.beta * commitment + codebook)
        return x + tf.stop_gradient(quantized - x)


inp = keras.Input((6,))
z = layers.Dense(4)(inp)
model = keras.Model(inp, layers.Dense(6)(VectorQuantizer(5, 4, name="vq")(z)))
opt = keras.optimizers.Adam()
x = tf.random.normal((8, 6))
for step in range(2):
    with tf.GradientTape() as tape:
        out = model(x, training=True)
        loss = tf.reduce_mean((x - out) ** 2) / 0.5 + sum(model.losses)
    g = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(g, model.trainable_variables))
model.compile(optimizer="adam", loss="mse")
model.fit(x, x, epochs=1, verbose=0)
