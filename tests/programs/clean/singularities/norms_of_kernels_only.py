# effect: ok
# norms of what is not zero: kernels by name or by rank, and biases that start at one
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(3, "tanh"), tf.keras.layers.Dense(1)]
)
shifted = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(1, bias_initializer="ones")]
)
features = tf.constant([[0.5, 1.0], [2.0, -1.0]])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(features) + shifted(features) - 1.0))
    loss += tf.add_n([tf.norm(v) for v in model.trainable_variables if "bias" not in v.path])
    for weight in model.trainable_variables:
        if len(weight.shape) < 2:
            continue
        loss += 0.1 * tf.norm(weight)
    for weight in shifted.trainable_variables:
        loss += tf.norm(weight)
    loss += tf.add_n([tf.reduce_sum(tf.square(v)) for v in model.trainable_variables])
print(tape.gradient(loss, model.trainable_variables + shifted.trainable_variables))
