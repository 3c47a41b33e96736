# effect: ok
# beside: TFG308, TFG516
# x and t are columns of their own, so each has one derivative per example
import tensorflow as tf

network = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(8, activation="tanh"), tf.keras.layers.Dense(1)]
)
x = tf.reshape(tf.linspace(0.0, 1.0, 4), (4, 1))
t = tf.ones((4, 1))
with tf.GradientTape() as outer:
    outer.watch(x)
    with tf.GradientTape() as inner:
        inner.watch(x)
        u = network(tf.concat([x, t], axis=1))
    u_x = inner.gradient(u, x)
print(outer.gradient(u_x, x))
