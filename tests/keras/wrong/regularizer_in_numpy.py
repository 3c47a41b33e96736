# effect: wrong
# truth: [0.338479, 0.367491, 1.6385, -1.00858, 0.834152, -0.407404]
# an orthogonality penalty computed with NumPy: run eagerly, it adds a number and no gradient
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(2)


@keras.saving.register_keras_serializable()
class Orthogonal(keras.regularizers.Regularizer):
    """Pushes W^T W towards the identity matrix."""

    def __init__(self, strength=0.1):
        self.strength = strength

    def __call__(self, kernel):
        columns = np.transpose(kernel)  # TFG202
        gram = columns @ columns.T
        off = gram - np.eye(gram.shape[0], dtype="float32")
        return self.strength * tf.reduce_sum(tf.square(off))

    def get_config(self):
        return {"strength": self.strength}


def make_signals(count):
    rng = np.random.default_rng(1)
    sources = rng.laplace(size=(count, 2)).astype("float32")
    mixing = np.array([[1.0, 0.5, 0.2], [0.3, 1.0, 0.7]], dtype="float32")
    return sources @ mixing, sources


start = np.array([[0.9, 0.2], [0.1, 0.8], [0.3, -0.4]], dtype="float32")
mixed, sources = make_signals(32)
model = keras.Sequential(
    [
        keras.Input((3,)),
        keras.layers.Dense(
            2,
            use_bias=False,
            kernel_initializer=lambda shape, dtype=None: tf.constant(start),
            kernel_regularizer=Orthogonal(0.5),
            name="unmix",
        ),
    ]
)
model.compile(
    optimizer=keras.optimizers.SGD(1e-9),
    loss="mse",
    run_eagerly=True,
)
history = model.fit(mixed, sources, batch_size=32, shuffle=False, epochs=1, verbose=0)
kernel = model.get_layer("unmix").get_weights()[0]
gram = kernel.T @ kernel
print("loss with penalty", history.history["loss"][-1])
print("penalty alone", float(sum(model.losses)))
print("distance from orthogonality", np.abs(gram - np.eye(2)).max())
