# effect: none
# the grid is a plain tensor and nobody watched it
import tensorflow as tf

x = tf.linspace(0.0, 3.14, 5)
with tf.GradientTape() as g:
    y = tf.sin(x) * tf.exp(-x)
dy_dx = g.gradient(y, x)  # TFG102
print("why is this None?", dy_dx)
