# effect: ok
# A Python list filled while iterating over a dict of tensors in a traced step: unrolled
import tensorflow as tf

tf.keras.utils.set_random_seed(126)
layers = {name: tf.keras.layers.Dense(2) for name in ("watched", "favorited")}
opt = tf.keras.optimizers.SGD(0.1)


def total_loss(activations):
    losses = []
    for key in activations:
        losses.append(
            tf.reduce_mean(tf.reduce_sum(tf.math.squared_difference(activations[key], 0), 1))
        )
    return tf.expand_dims(sum(losses), 0)


@tf.function
def step(features):
    with tf.GradientTape() as tape:
        activations = {name: layers[name](features[name]) for name in features}
        loss = total_loss(activations)
    variables = [v for layer in layers.values() for v in layer.trainable_variables]
    return loss, tape.gradient(loss, variables[:1] + variables[2:3])


features = {name: tf.random.normal((3, 2)) for name in layers}
for name in layers:
    layers[name](features[name])
print(float(step(features)[0][0]))
