# effect: wrong
# truth: [-10.4, -2.6]
# the items of a list of sums are set, not added to
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((1,)), tf.keras.layers.Dense(1, kernel_initializer="ones")]
)
optimizer = tf.keras.optimizers.SGD(0.1)
x = tf.constant([[1.0], [2.0], [3.0], [4.0]])


def step(parts):
    total = [tf.zeros_like(v) for v in model.trainable_variables]
    for part in range(parts):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x[part : part + 1]) - 1.0))
        gradients = tape.gradient(loss, model.trainable_variables)
        for index in range(len(total)):
            total[index] = gradients[index] / parts  # TFG501
    optimizer.apply_gradients(zip(total, model.trainable_variables))
    return gradients


step(4)
print(step(4))
