# effect: ok
# Soft rasteriser: sigmoid edges on the path, hard mask only for the metric
import numpy as np
import tensorflow as tf

yy, xx = np.mgrid[0:12, 0:12].astype(np.float32)
centre = tf.Variable([4.0, 5.0])
radius = tf.Variable(2.0)
target = ((xx - 6) ** 2 + (yy - 6) ** 2 < 9).astype(np.float32)


def render(c, r, sharp):
    d = tf.sqrt((xx - c[0]) ** 2 + (yy - c[1]) ** 2 + 1e-6)
    return tf.sigmoid(sharp * (r - d))


def iou(a, b):
    a, b = a > 0.5, b > 0.5
    inter = np.logical_and(a, b).sum()
    return inter / max(np.logical_or(a, b).sum(), 1)


opt = tf.keras.optimizers.Adam(0.3)
for it in range(5):
    sharp = 1.0 + 0.5 * it
    with tf.GradientTape() as tape:
        image = render(centre, radius, sharp)
        loss = tf.reduce_mean((image - target) ** 2)
        score = iou(image.numpy(), target)
    opt.apply_gradients(zip(tape.gradient(loss, [centre, radius]), [centre, radius]))
    print(it, float(loss), round(float(score), 3))
