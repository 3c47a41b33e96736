# effect: wrong
# truth: [-1.5, -0.7]
# `extend` collects the gradients of microbatches
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((1,)), tf.keras.layers.Dense(1, kernel_initializer="ones")]
)
optimizer = tf.keras.optimizers.SGD(0.05)
features = tf.constant([[1.0], [2.0], [3.0], [4.0]])
labels = tf.constant([[2.0], [1.0], [4.0], [3.0]])


def train(batch):
    collected = []
    for start in range(0, 4, 2):
        with tf.GradientTape() as tape:
            error = model(features[start : start + 2]) - labels[start : start + 2]
            loss = tf.reduce_mean(tf.square(error))
        collected.extend(tape.gradient(loss, model.trainable_variables))  # TFG519
    optimizer.apply_gradients(zip(collected, model.trainable_variables))
    return collected


train(0)
print(train(1))
