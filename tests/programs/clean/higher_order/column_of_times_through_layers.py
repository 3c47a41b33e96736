# effect: ok
# beside: TFG308, TFG516
# one coordinate for each example, in a column
import tensorflow as tf

network = tf.keras.Sequential(
    [tf.keras.Input((1,)), tf.keras.layers.Dense(8, "tanh"), tf.keras.layers.Dense(1)]
)
times = tf.reshape(tf.linspace(0.0, 1.0, 6), (6, 1))
with tf.GradientTape() as outer:
    outer.watch(times)
    with tf.GradientTape() as inner:
        inner.watch(times)
        height = network(times)
    speed = inner.gradient(height, times)
print(outer.gradient(speed, times))
