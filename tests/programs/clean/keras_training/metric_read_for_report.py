# effect: ok
# the metric sees the loss and is read inside the tape, only for the report
import tensorflow as tf

w = tf.Variable([[1.0], [2.0]])
mean = tf.keras.metrics.Mean()
error = tf.keras.metrics.MeanAbsoluteError()
x, y = tf.ones((3, 2)), tf.zeros((3, 1))
for _ in range(2):
    mean.reset_state()
    with tf.GradientTape() as tape:
        prediction = x @ w
        loss = tf.keras.losses.MeanSquaredError()(y, prediction)
        mean.update_state(loss)
        report = {"loss": mean.result(), "mae": error(y, prediction)}
    w.assign_sub(0.1 * tape.gradient(loss, w))
    print({k: float(v) for k, v in report.items()})
