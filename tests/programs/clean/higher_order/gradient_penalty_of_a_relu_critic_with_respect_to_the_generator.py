# effect: ok
# beside: TFG308
# the penalty reaches the generator through the inner gradient, and through the mean directly
import tensorflow as tf


critic = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(4, activation="relu"), tf.keras.layers.Dense(1)]
)
generator = tf.keras.layers.Dense(2)
noise = tf.constant([[0.1, 0.2], [0.3, 0.4]])
with tf.GradientTape() as outer:
    fake = generator(noise)
    with tf.GradientTape() as inner:
        inner.watch(fake)
        scores = critic(fake)
    slopes = inner.gradient(scores, fake)
    loss = -tf.reduce_mean(scores) + 0.1 * tf.reduce_mean(slopes**2)
print(outer.gradient(loss, generator.trainable_variables))
