# effect: none
# the list of outputs is filled inside the tape, the stacking is left outside
import tensorflow as tf
from tensorflow import GradientTape as GT

angle = tf.Variable(0.3)
points = []
with GT() as g:
    for k in range(1, 4):
        points.append(tf.sin(k * angle))
curve = tf.stack(points)  # TFG101
print(g.jacobian(curve, angle))
