# effect: error
# raises: InvalidArgumentError
# gradients of the trainable variables, paired with all variables of the model
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((3,)), tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(2)]
)
opt = tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(tf.ones((2, 3)), training=True) - 1.0))
grads = tape.gradient(loss, model.trainable_variables)
opt.apply_gradients(zip(grads, model.variables))  # TFG505
