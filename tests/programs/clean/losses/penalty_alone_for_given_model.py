# effect: ok
# beside: TFG310
# a step that only shrinks the weights, for a model that is a parameter
import tensorflow as tf


def shrink(model, x):
    scale = tf.stop_gradient(tf.reduce_mean(model(x)))
    with tf.GradientTape() as tape:
        penalty = tf.add_n([tf.nn.l2_loss(v) for v in model.trainable_variables])
        loss = penalty * (1.0 + tf.abs(scale))
    return tape.gradient(loss, model.trainable_variables)


layer = "tf.keras.layers.Dense(1, kernel_initializer='ones')"
print(shrink(eval(f"tf.keras.Sequential([tf.keras.Input((2,)), {layer}])"), tf.ones((3, 2))))
