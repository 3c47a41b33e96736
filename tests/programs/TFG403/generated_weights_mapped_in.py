# effect: none
# a hypernetwork's output is written into the variables of the target network
import tensorflow as tf

code = tf.Variable([0.1, -0.2])
to_kernel = tf.Variable(tf.ones((2, 3)))
to_bias = tf.Variable(tf.ones((2, 1)))
target = {"kernel": tf.Variable(tf.zeros((3, 1))), "bias": tf.Variable(tf.zeros((1,)))}


def generate():
    row = code[tf.newaxis]
    return {"kernel": tf.reshape(row @ to_kernel, (3, 1)), "bias": tf.reshape(row @ to_bias, (1,))}


with tf.GradientTape() as tape:
    made = generate()
    tf.nest.map_structure(lambda slot, value: slot.assign(value), target, made)  # TFG403
    out = tf.ones((4, 3)) @ target["kernel"] + target["bias"]
    loss = tf.reduce_mean(tf.square(out - 1.0))
print(tape.gradient(loss, [code, to_kernel, to_bias]))
