# effect: ok
# beside: TFG808
# only the normalisation layers are frozen; the rest is trained with trainable_variables
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.Input((3,)),
        tf.keras.layers.Dense(4),
        tf.keras.layers.BatchNormalization(),
        tf.keras.layers.Dense(1),
    ]
)
for layer in model.layers:
    if isinstance(layer, tf.keras.layers.BatchNormalization):
        layer.trainable = False
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(tf.ones((2, 3)), training=True) - 1.0))
print(tape.gradient(loss, model.trainable_variables))
