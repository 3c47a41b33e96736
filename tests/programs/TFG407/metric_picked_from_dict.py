# effect: none
# one of several metrics is picked as training objective in a helper
import tensorflow as tf

w = tf.Variable([[1.0], [0.5]])
meters = {"mae": tf.keras.metrics.MeanAbsoluteError(), "mse": tf.keras.metrics.MeanSquaredError()}


def objective(x, y, which="mse"):
    pred = x @ w
    for m in meters.values():
        m.update_state(y, pred)
    return meters[which].result()  # TFG407


with tf.GradientTape() as tape:
    value = objective(tf.ones((3, 2)), tf.zeros((3, 1)))
print(tape.gradient(value, w))
