# effect: ok
# beside: TFG520
# buffers are made for gradients that are not None, after a branch
import tensorflow as tf

w, unused = tf.Variable(2.0), tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.1)


def gradients_of(x, squared):
    with tf.GradientTape() as tape:
        loss = tf.square(w * x) if squared else tf.abs(w * x)
    return tape.gradient(loss, [w])


def run(squared):
    if squared:
        gradients = gradients_of(2.0, True)
    else:
        gradients = gradients_of(1.0, False)
    buffers = [tf.Variable(tf.zeros_like(g)) if g is not None else g for g in gradients]
    for buffer, gradient in zip(buffers, gradients):
        if gradient is not None:
            buffer.assign_add(gradient)
    optimizer.apply_gradients(zip(buffers, [w]))


run(len("abc") > 2)
print(gradients_of(1.0, False))
