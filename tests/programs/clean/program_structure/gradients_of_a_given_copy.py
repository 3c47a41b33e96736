# effect: ok
# two given models: the gradients of the worker's move the shared one, as asynchronous training does
import tensorflow as tf


def work(worker, shared, optimizer, features):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(worker(features))
    gradients = tape.gradient(loss, worker.trainable_variables)
    optimizer.apply_gradients(zip(gradients, shared.trainable_variables))


first, second = (
    eval("tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])") for _ in range(2)
)
work(first, second, eval("tf.keras.optimizers.SGD()"), tf.ones((4, 2)))
