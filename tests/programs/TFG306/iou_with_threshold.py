# effect: none
# intersection over union on a thresholded mask
import tensorflow as tf

mask_logits = tf.Variable([[0.2, 1.5], [-0.7, 2.0]])
truth = tf.constant([[0.0, 1.0], [0.0, 1.0]])


def iou_loss(logits, target, threshold=0.5, eps=1e-6):
    probs = tf.nn.sigmoid(logits)
    hard = tf.where(tf.math.greater(probs, threshold), 1.0, 0.0)  # TFG306
    inter = tf.reduce_sum(hard * target)
    union = tf.reduce_sum(hard + target) - inter
    return 1.0 - (inter + eps) / (union + eps)


with tf.GradientTape() as tape:
    loss = iou_loss(mask_logits, truth)
print(tape.gradient(loss, mask_logits))
