# effect: wrong
# truth: [-0.3776, -0.1888]
# a list of sums is filled item by item and never emptied
import tensorflow as tf

w, b = tf.Variable(1.0), tf.Variable(0.0)
variables = [w, b]
optimizer = tf.keras.optimizers.SGD(0.02)
sums = [tf.zeros_like(v) for v in variables]
for step, x in enumerate([1.0, 2.0, 3.0, 1.0, 2.0]):
    with tf.GradientTape() as tape:
        loss = tf.square(w * x + b - 2.0)
    gradients = tape.gradient(loss, variables)
    for index, gradient in enumerate(gradients):
        sums[index] += gradient
    if step % 2 == 1:
        optimizer.apply_gradients(zip(sums, variables))  # TFG520
print(gradients)
