# effect: ok
# MAML with tensors: the inner step makes new weights, stateless_call uses them
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(40)

SHOTS, META_BATCH, INNER_STEPS = 5, 2, 2


def sample_task(rng):
    amplitude, phase = rng.uniform(0.5, 2.0), rng.uniform(0.0, np.pi)
    x = rng.uniform(-3.0, 3.0, size=(2 * SHOTS, 1)).astype("float32")
    y = (amplitude * np.sin(x + phase)).astype("float32")
    return (x[:SHOTS], y[:SHOTS]), (x[SHOTS:], y[SHOTS:])


model = keras.Sequential(
    [keras.Input((1,)), keras.layers.Dense(8, activation="tanh"), keras.layers.Dense(1)]
)
log_rates = [tf.Variable(-3.0, name=f"rate_{i}") for i in range(len(model.trainable_variables))]
meta_optimizer = keras.optimizers.Adam(1e-2)


def task_loss(weights, x, y):
    prediction, _ = model.stateless_call(weights, model.non_trainable_variables, x)
    return tf.reduce_mean(tf.square(prediction - y))


def adapt(weights, x, y):
    """Gradient steps whose results are tensors, under the caller's tape."""
    for _ in range(INNER_STEPS):
        with tf.GradientTape() as tape:
            tape.watch(weights)
            loss = task_loss(weights, x, y)
        gradients = tape.gradient(loss, weights)
        weights = [w - tf.exp(r) * g for w, r, g in zip(weights, log_rates, gradients)]
    return weights


def meta_step(tasks):
    with tf.GradientTape() as tape:
        total = 0.0
        for (support_x, support_y), (query_x, query_y) in tasks:
            start = [tf.convert_to_tensor(v) for v in model.trainable_variables]
            adapted = adapt(start, support_x, support_y)
            total += task_loss(adapted, query_x, query_y)
        meta_loss = total / len(tasks)
    variables = [*model.trainable_variables, *log_rates]
    gradients = tape.gradient(meta_loss, variables)
    split = len(model.trainable_variables)
    meta_optimizer.apply_gradients(zip(gradients[:split], model.trainable_variables))
    for gradient, rate in zip(gradients[split:], log_rates):
        rate.assign(tf.clip_by_value(rate - 0.01 * gradient, -6.0, -1.0))
    return meta_loss


def evaluate(task):
    """Fine-tune a copy for a test; nothing is differentiated twice here."""
    (support_x, support_y), (query_x, query_y) = task
    copy = keras.models.clone_model(model)
    copy.set_weights(model.get_weights())
    copy.compile(optimizer=keras.optimizers.SGD(0.01), loss="mse")
    copy.fit(support_x, support_y, epochs=1, verbose=0)
    return float(np.mean((copy.predict(query_x, verbose=0) - query_y) ** 2))


rng = np.random.default_rng(41)
print("test loss before", evaluate(sample_task(rng)))
for iteration in range(2):
    loss = meta_step([sample_task(rng) for _ in range(META_BATCH)])
    print(f"iteration {iteration}: meta loss {loss.numpy():.4f}")
print("rates", [round(float(tf.exp(rate)), 4) for rate in log_rates])
