# effect: wrong
# truth: [-7.48, -8.76]
# the sum of one gradient, applied after every second sample
import tensorflow as tf

theta = tf.Variable([0.5, -0.5])
optimizer = tf.keras.optimizers.SGD(0.05)
total = tf.zeros_like(theta)
for step, target in enumerate([1.0, 2.0, 3.0, 4.0, 5.0]):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(theta - target))
    gradient = tape.gradient(loss, theta)
    total = total + gradient
    if step % 2 == 1:
        optimizer.apply_gradients([(total, theta)])  # TFG520
print(gradient)
