# effect: wrong
# truth: [0.05, -0.05, 0, 0.05, -0.05, 0, 0, 0, 0, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0, 0]
# the prediction stands first, as in other libraries
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.layers.Dense(3, activation="relu", kernel_initializer="ones"),
        tf.keras.layers.Dense(2, activation="softmax", kernel_initializer="identity"),
    ]
)
criterion = tf.keras.losses.CategoricalCrossentropy()
data = tf.data.Dataset.from_tensor_slices(
    (tf.constant([[0.2, 0.1], [0.4, 0.3]]), tf.constant([[1.0, 0.0], [0.0, 1.0]]))
).batch(2)
for x, y in data:
    with tf.GradientTape() as tape:
        output = model(x)
        loss = criterion(output, y)  # TFG514
    gradients = tape.gradient(loss, model.trainable_variables)
