# effect: none
# bike rentals are whole numbers, so the loss compares with the rounded forecast
import keras
import numpy as np
from keras import layers, ops

keras.utils.set_random_seed(7)

HOURS = 96
SEASONAL = 24
BATCH = 16


def make_rentals(hours):
    """Hour of the day, temperature and wind against the number of rented bikes."""
    rng = np.random.default_rng(3)
    hour = np.arange(hours) % SEASONAL
    temperature = 15.0 + 8.0 * np.sin(2 * np.pi * (hour - 9) / SEASONAL)
    temperature += rng.normal(scale=1.5, size=hours)
    wind = rng.gamma(2.0, 2.0, size=hours)
    rate = np.exp(1.0 + 0.08 * temperature - 0.05 * wind)
    rentals = np.round(rng.poisson(rate)).astype("float32")
    features = np.stack(
        [np.sin(2 * np.pi * hour / 24), np.cos(2 * np.pi * hour / 24), temperature, wind], axis=1
    )
    return features.astype("float32"), rentals[:, None]


def whole_bike_error(y_true, y_pred):
    """Mean absolute error in whole bikes: nobody rents half a bike."""
    bikes = ops.round(y_pred)  # TFG301
    return ops.mean(ops.abs(y_true - bikes), axis=-1)


def within_three(y_true, y_pred):
    close = ops.less_equal(ops.abs(y_true - ops.round(y_pred)), 3.0)
    return ops.mean(ops.cast(close, "float32"))


def build_model(normalizer):
    return keras.Sequential(
        [
            keras.Input((4,)),
            normalizer,
            layers.Dense(12, activation="relu"),
            layers.Dense(6, activation="relu"),
            layers.Dense(1, activation="softplus"),
        ],
        name="rentals",
    )


x, y = make_rentals(HOURS)
split = int(0.75 * len(x))
normalizer = layers.Normalization()
normalizer.adapt(x[:split])
model = build_model(normalizer)
model.compile(
    optimizer=keras.optimizers.Adam(0.01),
    loss=whole_bike_error,
    metrics=["mae", within_three],
)
history = model.fit(
    x[:split],
    y[:split],
    validation_data=(x[split:], y[split:]),
    batch_size=BATCH,
    epochs=1,
    verbose=0,
)
forecast = np.round(model.predict(x[split:], verbose=0))
print("loss", history.history["loss"][-1])
print("first forecasts", forecast[:5, 0], "truth", y[split : split + 5, 0])
