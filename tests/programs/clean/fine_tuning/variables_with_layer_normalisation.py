# effect: ok
# layer normalisation has no moving averages: every variable is trained
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.Input((3,)),
        tf.keras.layers.Dense(4),
        tf.keras.layers.LayerNormalization(),
        tf.keras.layers.Dense(1),
    ]
)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(tf.ones((2, 3))) - 1.0))
print(tape.gradient(loss, model.weights))
