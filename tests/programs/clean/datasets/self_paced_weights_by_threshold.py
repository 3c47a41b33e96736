# effect: ok
# Self-paced learning: weights by comparing detached losses with a threshold that grows
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(102)
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.SGD(0.05)
x, y = tf.random.normal((10, 3)), tf.random.normal((10, 1))
threshold = None
for epoch in range(3):
    with tf.GradientTape() as tape:
        per_example = tf.reduce_sum((model(x) - y) ** 2, axis=1)
        if threshold is None:
            threshold = float(np.percentile(per_example.numpy(), 50))
        easy = tf.cast(per_example <= threshold, tf.float32)
        loss = tf.reduce_sum(easy * per_example) / tf.maximum(tf.reduce_sum(easy), 1.0)
        hardest = tf.gather(x, tf.argsort(per_example, direction="DESCENDING")[:2])
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    threshold *= 1.3
    print(epoch, int(tf.reduce_sum(easy)), float(loss), hardest.shape)
