# effect: ok
# Dynamic loss weights normalised with float(): a detached balance of the terms
import tensorflow as tf

tf.keras.utils.set_random_seed(25)
net = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
opt = tf.keras.optimizers.Adam(1e-2)
x = tf.random.normal((6, 3))
ema = {"fit": None, "smooth": None}


def balance(losses, momentum=0.9):
    weights = {}
    for name, value in losses.items():
        v = float(value)
        ema[name] = v if ema[name] is None else momentum * ema[name] + (1 - momentum) * v
        weights[name] = 1.0 / (ema[name] + 1e-6)
    total = sum(weights.values())
    return {k: w / total for k, w in weights.items()}


for step in range(3):
    with tf.GradientTape() as tape:
        y = net(x)
        losses = {
            "fit": tf.reduce_mean((y - 1.0) ** 2),
            "smooth": tf.reduce_mean((y[1:] - y[:-1]) ** 2),
        }
        weights = balance(losses)
        loss = tf.add_n([weights[k] * losses[k] for k in losses])
    grads = tape.gradient(loss, net.trainable_variables)
    opt.apply_gradients(zip(grads, net.trainable_variables))
    print(step, {k: round(w, 3) for k, w in weights.items()}, loss.numpy())
