# effect: ok
# beside: TFG813
# gradients of several tapes are queued and each is applied exactly once later
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
sgd = tf.keras.optimizers.SGD(0.1)
queue = []
for target in (0.0, 1.0, 2.0):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(w - target))
    queue.append(tape.gradient(loss, [w]))
for grads in queue:
    sgd.apply_gradients(zip(grads, [w]))
print(w.numpy())
