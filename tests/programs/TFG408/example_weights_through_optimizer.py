# effect: none
# learning to reweight examples: the virtual step must be functional, not an optimizer step
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1, use_bias=False)])
optimizer = tf.keras.optimizers.SGD(learning_rate=0.1)
x = tf.constant([[1.0, 2.0], [2.0, 1.0], [0.5, 0.5]])
y = tf.constant([[1.0], [0.0], [1.0]])
x_clean, y_clean = tf.constant([[1.0, 1.0]]), tf.constant([[1.0]])


def squared_errors(inputs, labels):
    return tf.reduce_sum(tf.square(model(inputs) - labels), axis=1)


def meta_gradient(example_weights):
    with tf.GradientTape() as meta_tape:
        with tf.GradientTape() as tape:
            weighted = tf.reduce_sum(example_weights * squared_errors(x, y))
        grads = tape.gradient(weighted, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))  # TFG408
        clean = tf.reduce_mean(squared_errors(x_clean, y_clean))
    return meta_tape.gradient(clean, example_weights)


print(meta_gradient(tf.Variable(tf.ones(3) / 3.0)))
