# effect: ok
# beside: TFG530
# the slopes are flattened, and each example has its norm
import tensorflow as tf

critic = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(3, activation="tanh"), tf.keras.layers.Dense(1)]
)
mixed = tf.constant([[0.1, 0.4], [0.8, -0.3], [0.2, 0.9]])
with tf.GradientTape() as tape:
    with tf.GradientTape() as inner:
        inner.watch(mixed)
        scores = critic(mixed)
    slopes = tf.reshape(inner.gradient(scores, mixed), [3, -1])
    penalty = tf.reduce_mean((tf.norm(slopes, axis=1) - 1.0) ** 2)
print(tape.gradient(penalty, critic.trainable_variables[:2]))
