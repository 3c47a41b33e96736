# effect: ok
# the difference from the loss before the step
import tensorflow as tf

weight = tf.Variable(2.0)
previous_loss = tf.square(weight - 1.0)
for step in range(3):
    with tf.GradientTape() as tape:
        loss = tf.square(weight - 1.0)
        improvement = loss - 0.5 * previous_loss
    gradient = tape.gradient(improvement, weight)
    weight.assign_sub(0.1 * gradient)
    previous_loss = loss
print(gradient)
