# effect: ok
# loss = 0.0 before the tape and inside it, epochs rebinding per-batch losses
import tensorflow as tf

tf.keras.utils.set_random_seed(41)
heads = [tf.keras.layers.Dense(1) for _ in range(3)]
body = tf.keras.layers.Dense(4, activation="tanh")
opt = tf.keras.optimizers.Adam(1e-2)
x = tf.random.normal((6, 2))
ys = [tf.random.normal((6, 1)) for _ in range(3)]
epoch_loss = 0.0
for epoch in range(2):
    epoch_loss = 0.0
    n = 0
    for start in range(0, 6, 2):
        xb = x[start : start + 2]
        with tf.GradientTape() as tape:
            loss = 0.0
            last = None
            h = body(xb)
            for head, y in zip(heads, ys):
                last = tf.reduce_mean((head(h) - y[start : start + 2]) ** 2)
                loss = loss + last
            loss = loss / len(heads)
        variables = body.trainable_variables + sum((d.trainable_variables for d in heads), [])
        grads = tape.gradient(loss, variables)
        opt.apply_gradients(zip(grads, variables))
        batch_loss = loss.numpy()
        epoch_loss += batch_loss
        n += 1
    epoch_loss /= n
    print(epoch, epoch_loss, float(last))
