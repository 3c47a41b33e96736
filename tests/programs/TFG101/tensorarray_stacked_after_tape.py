# effect: none
# the writes are recorded, the stack that joins them is not
import tensorflow as tf

rate = tf.Variable(0.3)


def rollout(n):
    outputs = tf.TensorArray(tf.float32, size=n)
    state = tf.constant(1.0)
    with tf.GradientTape() as tape:
        for i in range(n):
            state = state + rate * state
            outputs = outputs.write(i, state)
    trajectory = outputs.stack()  # TFG101
    return tape.gradient(trajectory, rate)


print(rollout(3))
