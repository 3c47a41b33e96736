# effect: none
# iterated FGSM: after the first step the image is a new tensor which nobody watches
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
xent = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


class PGD:
    def __init__(self, model, eps, steps):
        self.model, self.eps, self.steps = model, eps, steps

    def attack(self, image, label):
        image = tf.Variable(image)
        for _ in range(self.steps):
            with tf.GradientTape() as tape:
                loss = xent(label, self.model(image))
            grad = tape.gradient(loss, image)
            if grad is None:
                break
            image = image + self.eps * tf.sign(grad)  # TFG401
        return image


print(PGD(model, 0.1, 3).attack(tf.ones((1, 3)), tf.constant([1])))
