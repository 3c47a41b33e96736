# effect: ok
# a slow and a fast optimizer share the fresh gradients of every step on purpose
import tensorflow as tf

w = tf.Variable([1.0, 3.0])
momentum = tf.keras.optimizers.SGD(0.05, momentum=0.9)
plain = tf.keras.optimizers.SGD(0.01)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(w - 1.0))
    grads = tape.gradient(loss, [w])
    for optimizer in (momentum, plain):
        optimizer.apply_gradients(zip(grads, [w]))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(w - 1.0))
print(tape.gradient(loss, w))
