# effect: ok
# encoder and decoder trained together, gradients split again by their counts
import tensorflow as tf

enc = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
dec = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
enc_opt, dec_opt = tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.SGD(0.01)
x = tf.constant([[1.0, 2.0, 3.0]])

with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(dec(enc(x)) - x))
n = len(enc.trainable_variables)
grads = tape.gradient(loss, enc.trainable_variables + dec.trainable_variables)
enc_opt.apply_gradients(zip(grads[:n], enc.trainable_variables))
dec_opt.apply_gradients(zip(grads[n:], dec.trainable_variables))
