# effect: none
# the loss stands in the else clause of a try, which runs after the with block has closed
import tensorflow.compat.v2 as tf

w = tf.Variable([[0.2, 0.4]])


def safe_step(x, y):
    try:
        with tf.GradientTape() as tape:
            logits = tf.matmul(w, x)
    except tf.errors.InvalidArgumentError as err:
        print("bad batch", err)
        return None
    else:
        loss = tf.reduce_mean(tf.keras.losses.mse(y, logits))  # TFG101
        return tape.gradient(loss, w)


print(safe_step(tf.ones((2, 2)), tf.zeros((1, 2))))
