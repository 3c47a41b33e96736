# effect: ok
# PGD: sign of the gradient, projection with clip, the image is rebound per step and watched anew
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(13)
model = tf.keras.Sequential(
    [tf.keras.Input((5,)), tf.keras.layers.Dense(8, activation="tanh"), tf.keras.layers.Dense(3)]
)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def pgd(model, x, y, eps=0.3, alpha=0.1, steps=3, random_start=True):
    x0 = tf.convert_to_tensor(x)
    adv = tf.identity(x0)
    if random_start:
        adv = adv + tf.random.uniform(tf.shape(adv), -eps, eps)
        adv = tf.clip_by_value(adv, 0.0, 1.0)
    best_loss = -np.inf
    best = adv
    for _ in range(steps):
        with tf.GradientTape() as tape:
            tape.watch(adv)
            loss = loss_fn(y, model(adv, training=False))
        grad = tape.gradient(loss, adv)
        if loss.numpy() > best_loss:
            best_loss, best = loss.numpy(), adv
        adv = adv + alpha * tf.sign(grad)
        adv = tf.clip_by_value(adv, x0 - eps, x0 + eps)
        adv = tf.clip_by_value(adv, 0.0, 1.0)
    return best


x = np.random.default_rng(0).uniform(size=(4, 5)).astype(np.float32)
y = np.array([0, 1, 2, 1])
x_adv = pgd(model, x, y)
opt = tf.keras.optimizers.SGD(0.1)
for _ in range(2):
    x_adv = pgd(model, x, y)
    with tf.GradientTape() as tape:
        clean, robust = model(x, training=True), model(x_adv, training=True)
        loss = 0.5 * loss_fn(y, clean) + 0.5 * loss_fn(y, robust)
        correct = tf.equal(tf.argmax(robust, 1), y)
        robust_acc = tf.reduce_mean(tf.cast(correct, tf.float32)).numpy()
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    print(float(loss), robust_acc)
