# effect: nan
# the same number repeated has no spread, and the spread no derivative
import tensorflow as tf

bias = tf.Variable(0.5)
x = tf.constant([1.0, 2.0])
with tf.GradientTape() as tape:
    prediction = bias * tf.reduce_mean(x)
    ensemble = tf.fill((4,), prediction)
    disagreement = tf.math.reduce_std(ensemble)  # TFG602
    loss = tf.square(prediction - 1.0) + disagreement
print(tape.gradient(loss, bias))
