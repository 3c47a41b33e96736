# effect: wrong
# truth: [-0.36724]
# cost along a trajectory, counted by hand
import tensorflow as tf

force = tf.Variable(0.3)
position, speed = tf.constant(0.0), tf.constant(0.0)
cost = tf.zeros(())
t = 0

with tf.GradientTape() as tape:
    while t < 4:
        speed = speed + 0.1 * force
        position = position + 0.1 * speed
        cost = (position - 1.0) ** 2 + 0.01 * force**2  # TFG501
        t += 1
print("total cost", cost.numpy())
print(tape.gradient(cost, force))
