# effect: ok
# beside: TFG516
# each coordinate by itself: the first derivative is sliced before it is differentiated
import tensorflow as tf

network = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(8, activation="tanh"), tf.keras.layers.Dense(1)]
)
points = tf.constant([[0.1, 0.2], [0.3, 0.8]])
with tf.GradientTape(persistent=True) as outer:
    outer.watch(points)
    with tf.GradientTape() as inner:
        inner.watch(points)
        u = network(points)
    slopes = inner.gradient(u, points)
    u_x, u_y = slopes[:, 0], slopes[:, 1]
u_xx = outer.gradient(u_x, points)[:, 0]
u_yy = outer.gradient(u_y, points)[:, 1]
print(u_xx + u_yy)
