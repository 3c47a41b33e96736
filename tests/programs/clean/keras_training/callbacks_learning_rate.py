# effect: ok
# beside: TFG412, TFG813
# Keras callbacks: schedules with Python floats, gradients computed in a callback for logging
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(92)


class GradientNorms(keras.callbacks.Callback):
    def __init__(self, x, y):
        super().__init__()
        self.x, self.y, self.norms = x, y, []

    def on_epoch_end(self, epoch, logs=None):
        with tf.GradientTape() as tape:
            loss = keras.losses.MeanSquaredError()(self.y, self.model(self.x))
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.norms.append(float(tf.linalg.global_norm(grads)))
        logs["grad_norm"] = self.norms[-1]


def schedule(epoch, lr):
    return lr if epoch < 1 else float(lr * tf.math.exp(-0.1))


x, y = tf.random.normal((8, 3)), tf.random.normal((8, 1))
model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4, "relu"), keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(1e-2), "mse", metrics=["mae"])
cb = GradientNorms(x, y)
model.fit(
    x,
    y,
    epochs=2,
    verbose=0,
    callbacks=[
        cb,
        keras.callbacks.LearningRateScheduler(schedule),
        keras.callbacks.EarlyStopping(monitor="loss", patience=2, restore_best_weights=True),
    ],
)
print(cb.norms)
