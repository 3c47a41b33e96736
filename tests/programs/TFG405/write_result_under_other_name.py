# effect: none
# every write goes to the untouched array, and the untouched array is stacked
import tensorflow as tf

w = tf.Variable(0.7)


@tf.function
def rollout(x0):
    states = tf.TensorArray(tf.float32, size=3, element_shape=())
    x = x0
    for t in range(3):
        x = tf.tanh(w * x)
        updated = states.write(t, x)  # TFG405
    print("traced", updated)
    return states.stack()


with tf.GradientTape() as tape:
    loss = tf.reduce_sum(rollout(tf.constant(1.0)))
print(tape.gradient(loss, w))
