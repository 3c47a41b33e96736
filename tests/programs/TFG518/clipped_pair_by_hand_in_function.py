# effect: error
# raises: TypeError
# a traced step by hand over the pair
import tensorflow as tf

weights = [tf.Variable(tf.ones((2, 2))), tf.Variable(tf.zeros((2,)))]


@tf.function
def step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(x @ weights[0] + weights[1] - 1.0))
    gradients = tape.gradient(loss, weights)
    gradients = tf.clip_by_global_norm(gradients, clip_norm=0.5)
    for weight, gradient in zip(weights, gradients):  # TFG518
        weight.assign_sub(0.1 * gradient)
    return loss


print(step(tf.ones((3, 2))))
