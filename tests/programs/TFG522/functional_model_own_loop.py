# effect: wrong
# truth: [3.44, 3.44, 3.44, 3.44, 2.94, 2.94, 1.9, 1.9, 1.9, 1.9, 1.9, 1.9, 1.0]
# a functional model whose convolution has a regularizer
import tensorflow as tf

inputs = tf.keras.Input((4, 1))
hidden = tf.keras.layers.Conv1D(
    2, 2, kernel_initializer="ones", kernel_regularizer=tf.keras.regularizers.l1(0.5)
)(inputs)
outputs = tf.keras.layers.Dense(1, kernel_initializer="ones")(tf.keras.layers.Flatten()(hidden))
model = tf.keras.Model(inputs, outputs)
optimizer = tf.keras.optimizers.SGD(0.01)
variables = model.trainable_variables
for step in range(2):
    with tf.GradientTape() as tape:
        error = model(tf.ones((2, 4, 1))) - 1.0
        loss = tf.reduce_mean(tf.abs(error))
    gradients = tape.gradient(loss, variables)  # TFG522
    optimizer.apply_gradients(zip(gradients, variables))
print(gradients)
