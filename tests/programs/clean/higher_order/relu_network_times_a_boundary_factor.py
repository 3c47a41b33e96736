# effect: ok
# beside: TFG308
# x * (1 - x) * network(x): a product of two functions of x is curved
import tensorflow as tf


network = tf.keras.Sequential(
    [tf.keras.Input((1,)), tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)]
)
x = tf.constant([[0.2], [0.6]])
with tf.GradientTape() as outer:
    outer.watch(x)
    with tf.GradientTape() as inner:
        inner.watch(x)
        u = x * (1.0 - x) * network(x)
    u_x = inner.gradient(u, x)
print(outer.gradient(u_x, x))
