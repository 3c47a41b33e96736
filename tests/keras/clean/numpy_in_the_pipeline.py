# effect: ok
# NumPy, casts and randomness in tf.data: everything before the model is data
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(48)

LENGTH, BINS = 32, 8


def spectrum(wave):
    """Log power in a few bands, by NumPy's FFT."""
    power = np.abs(np.fft.rfft(wave * np.hanning(len(wave)))) ** 2
    bands = np.array_split(power, BINS)
    return np.log1p([band.mean() for band in bands]).astype("float32")


def preprocess(wave, label):
    bands = tf.numpy_function(spectrum, [wave], tf.float32)
    bands.set_shape((BINS,))
    levels = tf.cast(tf.round(bands * 16.0), tf.int32)
    return tf.cast(levels, tf.float32) / 16.0, label


def augment(bands, label):
    shift = tf.random.uniform((), -1, 2, dtype=tf.int32, seed=5)
    mask = tf.cast(tf.random.uniform((BINS,), seed=6) > 0.1, tf.float32)
    return tf.roll(bands, shift, axis=0) * mask, label


def make_waves(count):
    rng = np.random.default_rng(49)
    labels = rng.integers(0, 3, size=count)
    t = np.arange(LENGTH)
    waves = np.sin(0.4 * (labels[:, None] + 1) * t + rng.uniform(0, 6, size=(count, 1)))
    return (waves + 0.2 * rng.normal(size=waves.shape)).astype("float32"), labels


waves, labels = make_waves(48)
dataset = tf.data.Dataset.from_tensor_slices((waves, labels))
train = dataset.take(32).map(preprocess).cache().shuffle(32, seed=1).map(augment).batch(8)
test = dataset.skip(32).map(preprocess).batch(8)

normalizer = layers.Normalization()
normalizer.adapt(train.map(lambda bands, label: bands))
model = keras.Sequential(
    [keras.Input((BINS,)), normalizer, layers.Dense(10, activation="relu"), layers.Dense(3)]
)
optimizer = keras.optimizers.Adam(1e-2)
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
mean_loss = keras.metrics.Mean()
accuracy = keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(bands, target):
    with tf.GradientTape() as tape:
        loss = loss_fn(target, model(bands, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    mean_loss(loss)


for bands, target in train:
    train_step(bands, target)
for bands, target in test:
    accuracy.update_state(target, model(bands))
confusion = np.zeros((3, 3), dtype=int)
for bands, target in test.as_numpy_iterator():
    for truth, guess in zip(target, np.argmax(model.predict_on_batch(bands), axis=1)):
        confusion[truth, guess] += 1
print(f"loss {mean_loss.result().numpy():.3f}, accuracy {float(accuracy.result()):.3f}")
print(confusion)
