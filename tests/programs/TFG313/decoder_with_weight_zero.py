# effect: zero
# the weight of the only term that uses the decoder is zero
import tensorflow as tf
from tensorflow import keras

enc = keras.layers.Dense(16, activation="relu")
dec = keras.layers.Dense(8)
cls = keras.layers.Dense(2)
BETA = 0.0
opt = keras.optimizers.Adam()
x = tf.random.normal((10, 8))
y = tf.one_hot(tf.random.uniform((10,), 0, 2, tf.int32), 2)


def train(x, y):
    with tf.GradientTape() as tape:
        h = enc(x)
        rec = tf.reduce_mean((dec(h) - x) ** 2)
        ce = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(y, cls(h)))
        loss = ce + BETA * rec  # TFG313
    vs = enc.trainable_variables + dec.trainable_variables + cls.trainable_variables
    gs = tape.gradient(loss, vs)
    opt.apply_gradients(zip(gs, vs))
    return gs


print([tf.norm(g).numpy() for g in train(x, y)])
