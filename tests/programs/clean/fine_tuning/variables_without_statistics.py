# effect: ok
# model.weights where every weight is trained: layer normalisation and embeddings only
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.Input((3,), dtype="int32"),
        tf.keras.layers.Embedding(5, 4),
        tf.keras.layers.LayerNormalization(),
        tf.keras.layers.GlobalAveragePooling1D(),
        tf.keras.layers.Dense(1),
    ]
)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(tf.constant([[0, 1, 4]])) - 1.0))
grads = tape.gradient(loss, model.weights)
print(len(grads))
