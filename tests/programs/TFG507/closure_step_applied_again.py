# effect: wrong
# truth: [1.024]
# the gradient is computed when the step is made, not when the step is taken
import tensorflow as tf

w = tf.Variable(1.0)
sgd = tf.keras.optimizers.SGD(0.1)


def gradient_now():
    with tf.GradientTape() as tape:
        loss = tf.square(w)
    return tape.gradient(loss, [w])


grads = gradient_now()
taken = 0
while taken < 3:
    sgd.apply(grads, [w])  # TFG507
    taken += 1
print(gradient_now())
