# effect: wrong
# truth: [0.000600175, 0.000600175, 0.000600175, 0.000600175, 0.000600175, 0.000645772, 0.000645772, 0.000645772, 0.000645772, 0.000645772, 0.000691369, 0.000691369, 0.000691369, 0.000691369, 0.000691369, 0.000736965, 0.000736965, 0.000736965, 0.000736965, 0.000736965, 0.000551961, 0.000551961, 0.000551961, 0.000551961, 0.000551961, -0.375896, -0.375896, -0.375896, -0.375896, -0.375896, -0.375619]
# a functional model and a shuffled dataset: the batch has one unknown length for both
import tensorflow as tf

inputs = tf.keras.Input(shape=(4,))
hidden = tf.keras.layers.Dense(5, activation="tanh", kernel_initializer="ones")(inputs)
outputs = tf.keras.layers.Dense(1, kernel_initializer="ones")(hidden)
model = tf.keras.Model(inputs, outputs)

features = tf.reshape(tf.linspace(0.1, 2.0, 24), (6, 4))
ages = tf.constant([3.0, 1.0, 4.0, 1.5, 5.0, 9.0])
data = tf.data.Dataset.from_tensor_slices((features, ages)).batch(3)
optimizer = tf.keras.optimizers.SGD(0.001)

for batch, age in data:
    with tf.GradientTape() as tape:
        difference = tf.subtract(model(batch, training=True), age)  # TFG510
        loss = tf.reduce_sum(difference * difference) / 3.0
    gradients = tape.gradient(loss, model.trainable_weights)
    optimizer.apply_gradients(zip(gradients, model.trainable_weights))
