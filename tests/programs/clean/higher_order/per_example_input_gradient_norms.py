# effect: ok
# gradient penalty: one norm for each interpolated sample, the critic treats rows apart
import tensorflow as tf

critic = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(3, "tanh"), tf.keras.layers.Dense(1)]
)
mixed = tf.constant([[0.1, 0.4], [0.9, -0.2], [0.0, 1.0]])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        inner.watch(mixed)
        scores = critic(mixed)
    per_sample_gradients = inner.gradient(scores, mixed)
    norms = tf.sqrt(tf.reduce_sum(tf.square(per_sample_gradients), axis=1) + 1e-12)
    penalty = tf.reduce_mean(tf.square(norms - 1.0)) - tf.reduce_mean(scores)
grads = outer.gradient(penalty, critic.trainable_variables)
print(norms.shape, len(grads))
