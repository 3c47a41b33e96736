# effect: ok
# asynchronous actor-critic: a worker's gradients update the shared weights on purpose
import tensorflow as tf


def make_net():
    net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    return net


shared, worker = make_net(), make_net()
optimizer = tf.keras.optimizers.SGD(0.1)
for _ in range(2):
    worker.set_weights(shared.get_weights())
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(worker(tf.ones((4, 2))) - 1.0))
    grads = tape.gradient(loss, worker.trainable_variables)
    optimizer.apply_gradients(zip(grads, shared.trainable_variables))
