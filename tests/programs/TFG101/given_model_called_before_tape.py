# effect: none
# the model is a parameter: what asks for its variables says that it is one
import tensorflow as tf


def train_step(model, optimizer, features, labels):
    predictions = model(features, training=True)  # TFG101
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(predictions - labels))
    gradients = tape.gradient(loss, model.trainable_variables)
    if all(gradient is not None for gradient in gradients):
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


made = eval("tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])")
print(train_step(made, eval("tf.keras.optimizers.SGD()"), tf.ones((4, 2)), tf.zeros((4, 1))))
