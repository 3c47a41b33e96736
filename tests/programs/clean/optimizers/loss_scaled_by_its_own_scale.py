# effect: ok
# beside: TFG524
# the program multiplies by the scale of the optimizer itself
import tensorflow as tf

weight = tf.Variable(1.0)
optimizer = tf.keras.mixed_precision.LossScaleOptimizer(
    tf.keras.optimizers.SGD(0.1), initial_scale=8.0
)
optimizer.build([weight])
for step in range(2):
    with tf.GradientTape() as tape:
        loss = tf.square(weight) * optimizer.dynamic_scale
    gradient = tape.gradient(loss, weight)
    optimizer.apply_gradients([(gradient, weight)])
print(gradient)
