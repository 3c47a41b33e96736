# effect: wrong
# truth: [2.4112, 0.0, 1.2056]
# a list of sums that outlives the step
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")]
)
optimizer = tf.keras.optimizers.SGD(0.01)
data = [tf.constant([[1.0, 2.0]]), tf.constant([[0.0, 1.0]]), tf.constant([[2.0, 0.0]])]


def train(epochs):
    sums = [tf.zeros_like(v) for v in model.trainable_variables]
    for epoch in range(epochs):
        for x in data:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(model(x) - 1.0))
            gradients = tape.gradient(loss, model.trainable_variables)
            sums = [s + g for s, g in zip(sums, gradients)]
        optimizer.apply_gradients(zip(sums, model.trainable_variables))  # TFG520
    return gradients


print(train(3))
