# effect: wrong
# truth: [0.46656]
# the gradients are taken once, the steps repeat the first direction
import tensorflow as tf

w = tf.Variable(4.0)
opt = tf.keras.optimizers.SGD(0.2)


def loss_fn():
    return tf.square(w - 1.0)


with tf.GradientTape() as tape:
    loss = loss_fn()
grads = tape.gradient(loss, [w])
for step in range(5):
    opt.apply_gradients(zip(grads, [w]))  # TFG507

with tf.GradientTape() as tape:
    final = loss_fn()
print(tape.gradient(final, w))
