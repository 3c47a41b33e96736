# effect: wrong
# truth: [0.509, 0.954, 0.954, 0.509, 0.365, 0.365]
# steps by hand on a layer with a regularizer
import tensorflow as tf

layer = tf.keras.layers.Dense(
    2, kernel_initializer="ones", kernel_regularizer=tf.keras.regularizers.L2(0.3)
)
x = tf.constant([[1.0, 0.0], [0.0, 1.0]])
for epoch in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(layer(x) - x))
    gradients = tape.gradient(loss, layer.trainable_variables)  # TFG522
    for gradient, variable in zip(gradients, layer.trainable_variables):
        variable.assign_sub(0.1 * gradient)
print(gradients)
