# effect: ok
# beside: TFG813
# Bounds, factors and rates that are variables: a gradient reaches them
import keras
import tensorflow as tf

top = tf.Variable(0.9)
delta = tf.Variable(0.1)
x = tf.constant([[0.2, 1.5, 0.7]])
with tf.GradientTape() as tape:
    clipped = keras.ops.clip(x, 0.0, top)
    brighter = tf.image.adjust_brightness(clipped[..., None], delta)
    loss = tf.reduce_sum(tf.square(brighter))
print(tape.gradient(loss, [top, delta]))
