# effect: wrong
# truth: [2.4, -9.6]
# gradients were asked for (b, a), applied to (a, b)
import tensorflow as tf

a = tf.Variable(1.0)
b = tf.Variable(2.0)
sgd = tf.keras.optimizers.SGD(learning_rate=0.1)


def loss_fn():
    return tf.square(3.0 * a - 1.0) + tf.square(b - 0.5)


for _ in range(2):
    with tf.GradientTape() as tape:
        loss = loss_fn()
    grads = tape.gradient(loss, (b, a))
    sgd.apply_gradients(zip(grads, (a, b)))  # TFG505
