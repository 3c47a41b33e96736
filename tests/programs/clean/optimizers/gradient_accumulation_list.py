# effect: ok
# beside: TFG519, TFG520
# Gradient accumulation over micro batches with plain tensors and a scaled loss
import tensorflow as tf

tf.keras.utils.set_random_seed(19)
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.SGD(0.1)
x, y = tf.random.normal((16, 4)), tf.random.normal((16, 1))
ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(4)
ACCUM = 2
accumulated = [tf.zeros_like(v) for v in model.trainable_variables]
total_loss = 0.0
for step, (xb, yb) in enumerate(ds, 1):
    with tf.GradientTape() as tape:
        pred = model(xb, training=True)
        loss = tf.reduce_mean((pred - yb) ** 2)
        scaled = loss / ACCUM
    grads = tape.gradient(scaled, model.trainable_variables)
    accumulated = [a + g for a, g in zip(accumulated, grads)]
    total_loss += float(loss)
    if step % ACCUM == 0:
        clipped, norm = tf.clip_by_global_norm(accumulated, 1.0)
        opt.apply_gradients(zip(clipped, model.trainable_variables))
        accumulated = [tf.zeros_like(v) for v in model.trainable_variables]
        print(step, total_loss / step, norm.numpy())
