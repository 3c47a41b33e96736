# effect: wrong
# truth: eager
# the trace keeps the first learning rate
import tensorflow as tf

rate = 0.5
weight = tf.Variable([1.0, -2.0])


@tf.function
def step(features):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(weight * features - 1.0))
    gradient = tape.gradient(loss, weight)
    weight.assign_sub(rate * gradient)  # TFG412
    return loss


for epoch in range(4):
    step(tf.constant([0.3, 0.2]))
    rate *= 0.1
