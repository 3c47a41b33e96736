# effect: ok
# beside: TFG311
# two passes differ by their dropout
import tensorflow as tf

net = tf.keras.Sequential(
    [
        tf.keras.layers.Dense(16, activation="relu"),
        tf.keras.layers.Dropout(0.3),
        tf.keras.layers.Dense(3),
    ]
)
x = tf.random.normal((8, 4))
with tf.GradientTape() as tape:
    a = tf.nn.log_softmax(net(x, training=True))
    b = tf.nn.log_softmax(net(x, training=True))
    kl = tf.reduce_mean(tf.reduce_sum(tf.exp(a) * (a - b), axis=-1))
print(tape.gradient(kl, net.trainable_variables))
