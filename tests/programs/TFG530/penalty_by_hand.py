# effect: wrong
# truth: [-1.67245, -1.50736]
# the root of all squares: one slope for the batch
import tensorflow as tf


def judge_batch(critic, batch):
    with tf.GradientTape() as inner:
        inner.watch(batch)
        verdict = critic(batch, training=True)
    found = inner.gradient(verdict, [batch])[0]
    slope = tf.sqrt(tf.reduce_sum(tf.square(found)) + 1e-12)  # TFG530
    return tf.reduce_mean(tf.square(slope - 1.0))


critic = tf.keras.layers.Dense(1, kernel_initializer="ones", activation="sigmoid")
batch = tf.constant([[0.1, 0.4], [0.8, -0.3], [0.2, 0.9]])
critic.build(batch.shape)
with tf.GradientTape() as tape:
    loss = 10.0 * judge_batch(critic, batch)
print(tape.gradient(loss, critic.kernel))
