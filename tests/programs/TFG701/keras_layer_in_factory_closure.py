# effect: error
# raises: TypeError
# a keras layer inside a decorated method-like closure in a factory
import tensorflow as tf


def checkpointed(layer):
    @tf.custom_gradient
    def run(x):
        y = layer(x)

        def grad(dy):  # TFG701
            with tf.GradientTape() as inner:
                inner.watch(x)
                again = layer(x)
            return inner.gradient(again, x, output_gradients=dy)

        return y, grad

    return run


dense = tf.keras.layers.Dense(2)
dense.build((None, 3))
block = checkpointed(dense)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(block(tf.ones((1, 3))))
print(tape.gradient(loss, dense.trainable_variables))
