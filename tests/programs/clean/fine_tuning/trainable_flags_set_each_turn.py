# effect: ok
# beside: TFG808
# each turn sets the flags it needs
import tensorflow as tf

G = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])
D = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
noise, real = tf.ones((2, 2)), tf.zeros((2, 2))


def set_trainable(net, flag):
    net.trainable = flag


for turn in range(2):
    set_trainable(D, False)
    with tf.GradientTape() as tape:
        g_loss = -tf.reduce_mean(D(G(noise)))
    tape.gradient(g_loss, G.trainable_variables)
    set_trainable(D, True)
    with tf.GradientTape() as tape:
        d_loss = tf.reduce_mean(tf.square(D(G(noise)))) - tf.reduce_mean(D(real))
    d_grads = tape.gradient(d_loss, D.trainable_variables)
print(len(d_grads))
