# effect: ok
# Cutting a model at an inner layer, new head, old head kept for evaluation
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(35)
full = keras.Sequential(
    [
        keras.Input((8,)),
        keras.layers.Dense(6, activation="relu", name="feat"),
        keras.layers.Dense(5, name="old_head"),
    ]
)
x, y = tf.random.normal((10, 8)), tf.random.normal((10, 2))
reference = full.predict(x, verbose=0).argmax(axis=1)
features = keras.Model(full.inputs, full.get_layer("feat").output, name="features")
new = keras.Sequential([features, keras.layers.Dense(2)])
snapshot = keras.models.clone_model(features)
snapshot.set_weights(features.get_weights())
opt = keras.optimizers.Adam(1e-3)


def distance(a, b):
    return float(tf.add_n([tf.reduce_sum((p - q) ** 2) for p, q in zip(a.weights, b.weights)]))


for step in range(2):
    with tf.GradientTape() as tape:
        pred = new(x, training=True)
        loss = tf.reduce_mean((pred - y) ** 2)
        anchor = tf.add_n(
            [
                tf.nn.l2_loss(p - tf.stop_gradient(q))
                for p, q in zip(features.trainable_variables, snapshot.variables)
            ]
        )
        loss += 0.1 * anchor
    grads = tape.gradient(loss, new.trainable_variables)
    opt.apply_gradients(zip(grads, new.trainable_variables))
    print(step, float(loss), distance(features, snapshot))
print(reference[:3], full.predict(x, verbose=0).argmax(axis=1)[:3])
