# effect: ok
# beside: TFG515, TFG524
# casts between float types pass the gradient
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    half = tf.cast(w, tf.float16)
    wide = tf.cast(half * 2, tf.float64)
    loss = tf.cast(tf.reduce_sum(wide**2), "float32")
    scaled = loss * 1024.0
g = tape.gradient(scaled, w)
print(g / 1024.0)
