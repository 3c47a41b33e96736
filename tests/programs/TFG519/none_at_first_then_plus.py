# effect: wrong
# truth: [5.0, 5.0, 2.38]
# a total that is `None` before the first batch
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")]
)
optimizer = tf.keras.optimizers.SGD(0.02)
dataset = tf.data.Dataset.from_tensor_slices(
    [[1.0, 2.0], [3.0, -1.0], [0.5, 0.5], [2.0, 2.0]]
).batch(2)


def run_epoch():
    total, count = None, 0
    for batch in dataset:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(batch) - 1.0))
        gradients = tape.gradient(loss, model.trainable_variables)
        total = gradients if total is None else total + gradients  # TFG519
        count += 1
    optimizer.apply_gradients(zip([g / count for g in total], model.trainable_variables))
    return gradients


run_epoch()
print(run_epoch())
