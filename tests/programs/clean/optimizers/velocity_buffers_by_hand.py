# effect: ok
# beside: TFG520
# momentum by hand: three lists in one zip
import tensorflow as tf

a, b = tf.Variable(1.0), tf.Variable(2.0)
variables = [a, b]
velocities = [tf.Variable(0.0, trainable=False), tf.Variable(0.0, trainable=False)]
for step in range(3):
    with tf.GradientTape() as tape:
        loss = tf.square(a * 3.0 + b)
    gradients = tape.gradient(loss, variables)
    for variable, velocity, gradient in zip(variables, velocities, gradients):
        velocity.assign(0.9 * velocity + gradient)
        variable.assign_sub(0.01 * velocity)
print(gradients)
