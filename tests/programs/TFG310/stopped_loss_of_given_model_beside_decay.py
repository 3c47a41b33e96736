# effect: wrong
# truth: [-1.99, -1.99]
# a helper detaches the loss, and weight decay hides it
import tensorflow as tf


def error(y, prediction):
    return tf.stop_gradient(tf.reduce_mean(tf.square(prediction - y)))  # TFG310


def step(model, x, y):
    with tf.GradientTape() as tape:
        loss = error(y, model(x))
        loss += 0.01 * tf.add_n([tf.nn.l2_loss(v) for v in model.trainable_variables])
    return tape.gradient(loss, model.trainable_variables)


layer = "tf.keras.layers.Dense(1, use_bias=False, kernel_initializer='ones')"
model = eval(f"tf.keras.Sequential([tf.keras.Input((2,)), {layer}])")
print(step(model, tf.ones((3, 2)), 3.0 * tf.ones((3, 1))))
