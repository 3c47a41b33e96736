# effect: none
# an IoU metric is used as the segmentation loss
import tensorflow as tf


class Segmenter(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.head = tf.keras.layers.Dense(1, activation="sigmoid")
        self.iou = tf.keras.metrics.BinaryIoU(target_class_ids=[1], threshold=0.5)

    def call(self, x):
        return self.head(x)

    def segmentation_loss(self, x, y):
        self.iou.update_state(y, self(x))
        return 1.0 - self.iou.result()  # TFG407


seg = Segmenter()
with tf.GradientTape() as tape:
    loss = seg.segmentation_loss(tf.ones((2, 3)), tf.ones((2, 1)))
print(tape.gradient(loss, seg.trainable_variables))
