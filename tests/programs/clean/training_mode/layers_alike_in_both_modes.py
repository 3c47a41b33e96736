# effect: ok
# beside: TFG528
# layer normalisation, and a dropout of nothing, compute the same in training
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.Input((3,)),
        tf.keras.layers.LayerNormalization(),
        tf.keras.layers.Dropout(0.0),
        tf.keras.layers.Dense(1),
    ]
)
optimizer = tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(tf.constant([[1.0, 2.0, 4.0], [3.0, 5.0, 0.0]])) - 1.0))
gradients = tape.gradient(loss, model.trainable_variables)
optimizer.apply_gradients(zip(gradients, model.trainable_variables))
print(gradients)
