# effect: error
# raises: TypeError
# the variables come from a Keras layer
import tensorflow as tf

dense = tf.keras.layers.Dense(2)
dense.build((None, 3))


@tf.custom_gradient
def checkpointed(x):
    out = dense(x)

    def backward(upstream):  # TFG701
        return tf.matmul(upstream, dense.kernel, transpose_b=True)

    return out, backward


x = tf.Variable(tf.ones((1, 3)))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(checkpointed(x) ** 2)
print(tape.gradient(loss, x))
