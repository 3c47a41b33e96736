# effect: ok
# beside: TFG412, TFG415
# the learning rate of each step is an argument
import tensorflow as tf

rate = 0.5
weight = tf.Variable([1.0, -2.0])


@tf.function
def step(features, rate):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(weight * features - 1.0))
    gradient = tape.gradient(loss, weight)
    weight.assign_sub(rate * gradient)
    return loss


for epoch in range(4):
    step(tf.constant([0.3, 0.2]), tf.constant(rate))
    rate *= 0.1
