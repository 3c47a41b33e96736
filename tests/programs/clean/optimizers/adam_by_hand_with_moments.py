# effect: ok
# beside: TFG520
# two moments per variable, which no step clears
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
first = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables]
second = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables]
for step in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(tf.ones((2, 2))) - 1.0))
    gradients = tape.gradient(loss, model.trainable_variables)
    for variable, m, v, gradient in zip(model.trainable_variables, first, second, gradients):
        m.assign_add(0.1 * (gradient - m))
        v.assign_add(0.01 * (tf.square(gradient) - v))
        variable.assign_sub(0.01 * m / (tf.sqrt(v) + 1e-7))
print(gradients)
