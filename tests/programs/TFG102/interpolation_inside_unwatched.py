# effect: none
# integrated gradients: the interpolated inputs come from constants only and are not watched
import tensorflow as tf

model_w = tf.constant([[1.0], [-1.0]])


def integrated_gradients(x, baseline, steps=4):
    alphas = tf.reshape(tf.linspace(0.0, 1.0, steps), (-1, 1))
    with tf.GradientTape() as tape:
        path = baseline + alphas * (x - baseline)
        scores = tf.sigmoid(tf.matmul(path, model_w))
    grads = tape.gradient(scores, path)  # TFG102
    return grads


print(integrated_gradients(tf.constant([[1.0, 2.0]]), tf.zeros((1, 2))))
