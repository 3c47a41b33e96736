# effect: error
# raises: InaccessibleTensorError
# returns computed from the end, put at the front of a Python list
import tensorflow as tf

gamma = tf.Variable(0.9)


@tf.function
def returns(rewards):
    found = []
    running = tf.constant(0.0)
    for t in tf.range(tf.shape(rewards)[0] - 1, -1, -1):
        running = rewards[t] + gamma * running
        found.insert(0, running)  # TFG404
    return tf.stack(found)


with tf.GradientTape() as tape:
    total = tf.reduce_sum(returns(tf.constant([1.0, 0.5, 2.0])))
print(tape.gradient(total, gamma))
