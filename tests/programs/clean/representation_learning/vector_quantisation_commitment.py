# effect: ok
# beside: TFG510
# the commitment loss pulls the encoder to the detached code, the other one the code to the encoder
import tensorflow as tf

codebook = tf.Variable(tf.random.normal((8, 4)))
enc = tf.keras.Sequential([tf.keras.Input((6,)), tf.keras.layers.Dense(4)])
dec = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(6)])
x = tf.random.normal((5, 6))
with tf.GradientTape() as tape:
    z = enc(x)
    d = tf.reduce_sum((z[:, None] - codebook[None]) ** 2, -1)
    q = tf.gather(codebook, tf.argmin(d, 1))
    commit = tf.reduce_mean((tf.stop_gradient(q) - z) ** 2)
    book = tf.reduce_mean((q - tf.stop_gradient(z)) ** 2)
    st = z + tf.stop_gradient(q - z)
    loss = tf.reduce_mean((dec(st) - x) ** 2) + 0.25 * commit + book
g = tape.gradient(loss, enc.trainable_variables + dec.trainable_variables + [codebook])
