# effect: wrong
# truth: [2.0, 1.0]
# the variables are sorted for the update, the gradients are not
import tensorflow as tf

scale = tf.Variable(1.0, name="scale")
bias = tf.Variable(0.0, name="bias")
parameters = [scale, bias]
sgd = tf.keras.optimizers.SGD(0.05)


def loss_fn():
    return tf.square(scale * 2.0 + bias - 1.0)


for _ in range(2):
    with tf.GradientTape() as tape:
        loss = loss_fn()
    grads = tape.gradient(loss, parameters)
    ordered = sorted(parameters, key=lambda v: v.name)
    sgd.apply_gradients(zip(grads, ordered))  # TFG505
print(grads)
