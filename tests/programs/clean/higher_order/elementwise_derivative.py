# effect: ok
# each output depends on its own input only: the sum is the derivative, point by point
import tensorflow as tf

x = tf.linspace(-1.0, 1.0, 5)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = tf.nn.sigmoid(x) * x
dy_dx = tape.gradient(y, x)
print(dy_dx)
