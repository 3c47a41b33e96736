# effect: none
# the model returns two entries, the dict of losses has one
import tensorflow as tf


class Detector(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.backbone = tf.keras.layers.Dense(8, activation="relu")
        self.boxes = tf.keras.layers.Dense(4)
        self.classes = tf.keras.layers.Dense(2)

    def call(self, x):
        features = self.backbone(x)
        return {"boxes": self.boxes(features), "classes": self.classes(features)}


detector = Detector()
detector.compile(optimizer="sgd", loss={"boxes": "mse"})  # TFG809
x = tf.random.normal((4, 5), seed=1)
detector.fit(x, {"boxes": tf.ones((4, 4)), "classes": tf.ones((4, 2))}, verbose=0)
