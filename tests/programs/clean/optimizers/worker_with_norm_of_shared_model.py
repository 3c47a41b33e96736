# effect: ok
# beside: TFG518
# a worker trains the shared model with its own gradients; those of the shared model are printed
import tensorflow as tf

shared = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
worker = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
features = tf.constant([[1.0, 0.0], [0.0, 3.0]])
for _ in range(2):
    worker.set_weights(shared.get_weights())
    with tf.GradientTape() as tape:
        shared_loss = tf.reduce_mean(tf.square(shared(features)))
    shared_grads = tape.gradient(shared_loss, shared.trainable_variables)
    print(tf.linalg.global_norm(shared_grads))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(worker(features) - 1.0))
    grads = tape.gradient(loss, worker.trainable_variables)
    optimizer.apply_gradients(zip(grads, shared.trainable_variables))
