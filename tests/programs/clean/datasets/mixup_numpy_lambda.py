# effect: ok
# beside: TFG413
# Mixup: the coefficient from NumPy, indices by shuffle, labels mixed inside the tape
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(44)
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
opt = tf.keras.optimizers.SGD(0.1, momentum=0.9)
x = tf.random.normal((6, 4))
labels = tf.constant([0, 1, 2, 0, 1, 2])


def mixup(x, y, alpha=0.2):
    lam = float(np.random.default_rng(0).beta(alpha, alpha))
    perm = tf.random.shuffle(tf.range(tf.shape(x)[0]))
    return lam * x + (1 - lam) * tf.gather(x, perm), y, tf.gather(y, perm), lam


for step in range(2):
    with tf.GradientTape() as tape:
        mixed, ya, yb, lam = mixup(x, labels)
        logits = model(mixed)
        a = tf.nn.sparse_softmax_cross_entropy_with_logits(ya, logits)
        b = tf.nn.sparse_softmax_cross_entropy_with_logits(yb, logits)
        loss = tf.reduce_mean(lam * a + (1.0 - lam) * b)
        pred = tf.argmax(logits, axis=-1, output_type=tf.int32)
        acc = lam * np.mean(pred.numpy() == ya.numpy()) + (1 - lam) * np.mean(
            pred.numpy() == yb.numpy()
        )
    grads = tape.gradient(loss, model.trainable_weights)
    opt.apply_gradients(zip(grads, model.trainable_weights))
    print(step, loss.numpy(), acc)
