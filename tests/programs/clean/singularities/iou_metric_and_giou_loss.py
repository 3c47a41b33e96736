# effect: ok
# Boxes: IoU for matching by argmax and thresholds, GIoU as differentiable loss
import tensorflow as tf

tf.keras.utils.set_random_seed(61)


def area(b):
    return tf.maximum(b[..., 2] - b[..., 0], 0.0) * tf.maximum(b[..., 3] - b[..., 1], 0.0)


def pair_iou(a, b):
    lt = tf.maximum(a[..., :2], b[..., :2])
    rb = tf.minimum(a[..., 2:], b[..., 2:])
    wh = tf.maximum(rb - lt, 0.0)
    inter = wh[..., 0] * wh[..., 1]
    union = area(a) + area(b) - inter
    return tf.math.divide_no_nan(inter, union), union


def giou_loss(a, b):
    iou, union = pair_iou(a, b)
    lt = tf.minimum(a[..., :2], b[..., :2])
    rb = tf.maximum(a[..., 2:], b[..., 2:])
    hull = tf.reduce_prod(rb - lt, axis=-1)
    return 1.0 - (iou - tf.math.divide_no_nan(hull - union, hull))


anchors = tf.constant([[0.0, 0.0, 0.4, 0.4], [0.3, 0.3, 0.9, 0.9], [0.1, 0.5, 0.5, 1.0]])
truth = tf.constant([[0.05, 0.0, 0.5, 0.4], [0.3, 0.4, 0.8, 0.9]])
deltas = tf.Variable(tf.random.normal((3, 4), stddev=0.01))
logits = tf.Variable(tf.zeros(3))
iou, _ = pair_iou(anchors[:, None], truth[None])
matched = tf.argmax(iou, axis=1)
positive = tf.reduce_max(iou, axis=1) > 0.2
for _ in range(2):
    with tf.GradientTape() as tape:
        boxes = anchors + deltas
        gt = tf.gather(truth, matched)
        box_loss = giou_loss(tf.boolean_mask(boxes, positive), tf.boolean_mask(gt, positive))
        quality = tf.stop_gradient(pair_iou(boxes, gt)[0]) * tf.cast(positive, tf.float32)
        cls = tf.nn.sigmoid_cross_entropy_with_logits(quality, logits)
        n = tf.maximum(tf.reduce_sum(tf.cast(positive, tf.float32)), 1.0)
        loss = (tf.reduce_sum(box_loss) + tf.reduce_sum(cls)) / n
    g = tape.gradient(loss, [deltas, logits])
    deltas.assign_sub(0.1 * g[0])
    logits.assign_sub(0.1 * g[1])
keep = tf.image.non_max_suppression(anchors + deltas, tf.sigmoid(logits), 2)
print(float(loss), keep.numpy())
