# effect: none
# the optimizer writes the weights by assign: the step size is not connected to the new weights
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
log_scale = tf.Variable(0.0)
sgd = tf.keras.optimizers.SGD(0.1)

with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        train_loss = tf.reduce_sum(w**2)
    g = inner.gradient(train_loss, w)
    sgd.apply_gradients([(tf.exp(log_scale) * g, w)])  # TFG408
    valid_loss = tf.reduce_sum((w - 0.5) ** 2)
print(outer.gradient(valid_loss, log_scale))
