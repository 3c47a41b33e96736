# effect: zero
# binary codes as an activation, inside TimeDistributed and behind a bidirectional GRU
import numpy as np
from tensorflow import keras
from tensorflow.keras import backend as K
from tensorflow.keras import layers

keras.utils.set_random_seed(113)

STEPS, FEATURES = 7, 3


def binary_code(x):
    """Hash bits: -1 or 1."""
    return K.sign(K.tanh(x))  # TFG303


def make_gestures(count):
    """Accelerometer traces of three gestures."""
    rng = np.random.default_rng(26)
    labels = rng.integers(0, 3, size=count)
    t = np.linspace(0.0, 1.0, STEPS)
    traces = np.zeros((count, STEPS, FEATURES))
    for trace, label in zip(traces, labels):
        trace[:, label] = np.sin(2 * np.pi * t * (label + 1))
    traces += 0.1 * rng.normal(size=traces.shape)
    return traces.astype("float32"), labels


def build():
    model = keras.Sequential(name="gestures")
    model.add(keras.Input((STEPS, FEATURES)))
    model.add(layers.Bidirectional(layers.GRU(4, return_sequences=True)))
    model.add(layers.TimeDistributed(layers.Dense(5, activation=binary_code), name="codes"))
    model.add(layers.Flatten())
    model.add(layers.Dense(3, activation="softmax"))
    return model


class CodeUsage(keras.callbacks.Callback):
    def __init__(self, x):
        super().__init__()
        self.x = x

    def on_epoch_end(self, epoch, logs=None):
        codes = keras.Model(self.model.inputs, self.model.get_layer("codes").output)
        values, counts = np.unique(codes(self.x).numpy(), return_counts=True)
        print("epoch", epoch, dict(zip(values.tolist(), counts.tolist())))


traces, labels = make_gestures(36)
model = build()
model.compile(
    optimizer=keras.optimizers.Adam(5e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
history = model.fit(
    traces, labels, batch_size=12, epochs=1, verbose=0, callbacks=[CodeUsage(traces)]
)
print({name: float(values[-1]) for name, values in history.history.items()})
