# effect: wrong
# truth: [-28.0]
# the loss of the earlier points is thrown away
import tensorflow as tf

a = tf.Variable(1.0)
xs, ys = [1.0, 2.0, 3.0], [2.0, 4.0, 6.0]
loss = 0.0
with tf.GradientTape() as tape:
    for x, y in zip(xs, ys):
        loss = (a * x - y) ** 2  # TFG501
print(tape.gradient(loss, a))
