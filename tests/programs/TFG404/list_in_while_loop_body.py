# effect: error
# raises: InaccessibleTensorError
# side effect on an outer list inside the body of a traced tf.while_loop
import tensorflow as tf

rate = tf.Variable(1.1)


@tf.function
def growth(start):
    history = []

    def body(i, value):
        value = value * rate
        history.append(value)  # TFG404
        return i + 1, value

    tf.while_loop(lambda i, v: i < 4, body, (tf.constant(0), start))
    return tf.add_n(history)


with tf.GradientTape() as tape:
    y = growth(tf.constant(1.0))
print(tape.gradient(y, rate))
