# effect: wrong
# truth: eager
# a script with globals: the schedule changes a number that the graph has as a constant
import tensorflow as tf

weight = tf.Variable(3.0)
strength = 0.0


@tf.function
def step():
    with tf.GradientTape() as tape:
        loss = tf.square(weight) * strength  # TFG412
    gradient = tape.gradient(loss, weight)
    weight.assign_sub(0.1 * gradient)


for epoch in range(4):
    strength = epoch * 0.5
    step()
print(weight.numpy())
