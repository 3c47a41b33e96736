# effect: ok
# beside: TFG311
# one feature for each step, normalised over all steps
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.layers.Input((4, 3)),
        tf.keras.layers.Dense(1),
        tf.keras.layers.LayerNormalization(axis=[1, 2]),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(1),
    ]
)
inputs = tf.random.normal((6, 4, 3))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(inputs) - 1.0))
print(tape.gradient(loss, model.trainable_variables))
