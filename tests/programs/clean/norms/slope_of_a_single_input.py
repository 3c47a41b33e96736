# effect: ok
# beside: TFG530
# one example: its norm is that of the batch
import tensorflow as tf

field = tf.keras.Sequential(
    [tf.keras.Input((3,)), tf.keras.layers.Dense(4, activation="tanh"), tf.keras.layers.Dense(1)]
)
point = tf.constant([[0.1, 0.4, 0.2]])
with tf.GradientTape() as tape:
    with tf.GradientTape() as inner:
        inner.watch(point)
        height = field(point)
    eikonal = tf.square(tf.norm(inner.gradient(height, point)) - 1.0)
print(tape.gradient(eikonal, field.trainable_variables[:2]))
