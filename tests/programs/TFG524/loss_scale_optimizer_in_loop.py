# effect: wrong
# truth: [-0.8, -1.6, -0.8]
# mixed precision by hand without `scale_loss`
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")]
)
optimizer = tf.keras.optimizers.LossScaleOptimizer(
    tf.keras.optimizers.SGD(0.1), initial_scale=1024.0
)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))  # TFG524
    return gradients


x, y = tf.constant([[1.0, 2.0]]), tf.constant([[1.0]])
train_step(x, y)
with tf.GradientTape() as tape:
    error = tf.reduce_mean(tf.square(model(x) - y))
print(tape.gradient(error, model.trainable_variables))
