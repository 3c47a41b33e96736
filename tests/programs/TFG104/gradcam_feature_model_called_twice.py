# effect: none
# Grad-CAM in a class: activations come from one pass, the class score from another
import tensorflow as tf


class GradCAM:
    def __init__(self, model, layer_name):
        self.model = model
        self.extractor = tf.keras.Model(model.inputs, model.get_layer(layer_name).output)

    def heatmap(self, image, index):
        with tf.GradientTape(persistent=True) as tape:
            maps = self.extractor(image)
            tape.watch(maps)
            predictions = self.model(image)
            top = predictions[:, index]
        grads = tape.gradient(top, maps)  # TFG104
        return grads


inp = tf.keras.Input((6, 6, 1))
h = tf.keras.layers.Conv2D(2, 3, activation="relu", name="last_conv")(inp)
h = tf.keras.layers.Flatten()(h)
net = tf.keras.Model(inp, tf.keras.layers.Dense(3)(h))
print(GradCAM(net, "last_conv").heatmap(tf.ones((1, 6, 6, 1)), 1))
