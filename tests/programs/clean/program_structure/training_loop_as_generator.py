# effect: ok
# Training loop as a generator that yields floats, consumed by another function
import tensorflow as tf

tf.keras.utils.set_random_seed(106)


def batches(x, y, size):
    for i in range(0, len(x), size):
        yield x[i : i + size], y[i : i + size]


def training(model, opt, data, epochs):
    for epoch in range(epochs):
        running, seen = 0.0, 0
        for xb, yb in data():
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.keras.losses.MeanSquaredError()(yb, model(xb)))
            grads = tape.gradient(loss, model.trainable_variables)
            opt.apply_gradients(zip(grads, model.trainable_variables))
            running += loss.numpy() * len(xb)
            seen += len(xb)
            yield epoch, running / seen


model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
x, y = tf.random.normal((6, 2)), tf.random.normal((6, 1))
opt = tf.keras.optimizers.SGD(0.1)
best = float("inf")
for epoch, loss in training(model, opt, lambda: batches(x, y, 3), epochs=2):
    best = min(best, loss)
print(best)
