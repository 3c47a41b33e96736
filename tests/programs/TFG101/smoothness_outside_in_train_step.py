# effect: wrong
# truth: [2.25, 2.25, 2.25, 1.0, 1.0, 1.0, 2.25, 2.25, 2.25, 1.0]
# a smoothness term of the network outside its tape
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.Input((1,)),
        tf.keras.layers.Dense(3, kernel_initializer="ones"),
        tf.keras.layers.Dense(1, kernel_initializer="ones"),
    ]
)
optimizer = tf.keras.optimizers.SGD(0.01)
x = tf.constant([[0.0], [0.5], [1.0]])


def train_step():
    spread = tf.reduce_mean(tf.square(model(x)[1:] - model(x)[:-1]))  # TFG101
    with tf.GradientTape() as tape:
        fit = tf.reduce_mean(tf.square(model(x) - 1.0))
        loss = fit + spread / 2.0
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return gradients


print(train_step())
