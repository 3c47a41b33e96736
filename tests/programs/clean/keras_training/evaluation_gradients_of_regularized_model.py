# effect: ok
# beside: TFG522
# fit trains with the regularizer; a tape only measures
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(1, kernel_regularizer="l2")]
)
model.compile("sgd", "mse")
model.fit(tf.ones((4, 2)), tf.ones((4, 1)), verbose=0)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(tf.ones((4, 2))) - 1.0))
gradients = tape.gradient(loss, model.trainable_variables)
print("gradient norm:", float(tf.linalg.global_norm(gradients)))
