# effect: ok
# beside: TFG516
# features of each column by itself, summed up linearly: the Hessian is diagonal
import tensorflow as tf

layer = tf.keras.layers.Dense(1)
points = tf.constant([[0.1, 0.2], [0.3, 0.8]])
with tf.GradientTape() as outer:
    outer.watch(points)
    with tf.GradientTape() as inner:
        inner.watch(points)
        u = layer(tf.sin(points) * 2.0)
    slopes = inner.gradient(u, points)
print(outer.gradient(slopes, points))
