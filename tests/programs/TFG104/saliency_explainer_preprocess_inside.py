# effect: none
# explain() watches the raw image, score() works on the copy made before
import tensorflow as tf


class Preprocessor:
    def __init__(self, mean, std):
        self.mean = tf.constant(mean)
        self.std = tf.constant(std)

    def __call__(self, image):
        return (tf.cast(image, tf.float32) / 255.0 - self.mean) / self.std


class TinyClassifier(tf.keras.Model):
    def __init__(self, n_classes):
        super().__init__()
        self.conv = tf.keras.layers.Conv2D(2, 3, padding="same", activation="relu")
        self.pool = tf.keras.layers.GlobalAveragePooling2D()
        self.out = tf.keras.layers.Dense(n_classes)

    def call(self, x):
        return self.out(self.pool(self.conv(x)))


class Explainer:
    def __init__(self, model, preprocess):
        self.model = model
        self.preprocess = preprocess

    def score(self, batch, label):
        return self.model(batch)[:, label]

    def explain(self, image, label):
        batch = self.preprocess(image)[None]
        image = tf.convert_to_tensor(image, tf.float32)
        with tf.GradientTape() as tape:
            tape.watch(image)
            score = self.score(batch, label)
        saliency = tape.gradient(score, image)  # TFG104
        if saliency is None:
            return None
        return tf.reduce_max(tf.abs(saliency), axis=-1)


tf.random.set_seed(0)
explainer = Explainer(TinyClassifier(3), Preprocessor([0.5, 0.5, 0.5], [0.2, 0.2, 0.2]))
picture = [[[10.0, 20.0, 30.0], [40.0, 50.0, 60.0]], [[70.0, 80.0, 90.0], [5.0, 6.0, 7.0]]]
print(explainer.explain(picture, label=1))
