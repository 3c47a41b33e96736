# effect: ok
# Truncated BPTT: the carried state is detached or turned into NumPy between windows
import tensorflow as tf

tf.keras.utils.set_random_seed(96)
cell = tf.keras.layers.GRUCell(5)
head = tf.keras.layers.Dense(1)
opt = tf.keras.optimizers.Adam(1e-2)
series = tf.sin(tf.linspace(0.0, 6.0, 25))[None, :, None]
state = tf.zeros((1, 5))
for window in range(3):
    chunk = series[:, window * 8 : (window + 1) * 8 + 1]
    with tf.GradientTape() as tape:
        h = state
        predictions = []
        for t in range(8):
            out, h = cell(chunk[:, t], h)
            h = h[0] if isinstance(h, (list, tuple)) else h
            predictions.append(head(out))
        loss = tf.reduce_mean((tf.stack(predictions, 1) - chunk[:, 1:9]) ** 2)
    variables = cell.trainable_variables + head.trainable_variables
    grads, _ = tf.clip_by_global_norm(tape.gradient(loss, variables), 1.0)
    opt.apply_gradients(zip(grads, variables))
    state = tf.constant(h.numpy())
    print(window, float(loss))
