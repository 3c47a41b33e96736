# effect: ok
# beside: TFG516
# one coordinate for each example, by products with weights on the right
import tensorflow as tf

first, second = tf.Variable(tf.ones((1, 8))), tf.Variable(tf.ones((8, 1)))
times = tf.reshape(tf.linspace(0.0, 1.0, 6), (6, 1))
with tf.GradientTape() as outer:
    outer.watch(times)
    with tf.GradientTape() as inner:
        inner.watch(times)
        height = tf.tanh(times @ first) @ second
    speed = inner.gradient(height, times)
print(outer.gradient(speed, times))
