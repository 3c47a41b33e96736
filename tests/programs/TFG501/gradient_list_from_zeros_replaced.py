# effect: wrong
# truth: [4.8, 1.6]
# a list of zeros for the sum is replaced in every microbatch
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((1,)), tf.keras.layers.Dense(1, kernel_initializer="ones")]
)
optimizer = tf.keras.optimizers.SGD(0.05)
micro = [tf.constant([[1.0]]), tf.constant([[2.0]]), tf.constant([[3.0]])]


def step():
    accumulated = [tf.zeros_like(v) for v in model.trainable_variables]
    for x in micro:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x) - 2.0))
        gradients = tape.gradient(loss, model.trainable_variables)
        accumulated = [g / len(micro) for g in gradients]  # TFG501
    optimizer.apply_gradients(zip(accumulated, model.trainable_variables))
    return gradients


step()
print(step())
