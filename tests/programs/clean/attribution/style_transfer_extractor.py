# effect: ok
# Style transfer: a frozen extractor, an image variable, assign after the query
import tensorflow as tf

tf.keras.utils.set_random_seed(14)


def gram_matrix(t):
    result = tf.linalg.einsum("bijc,bijd->bcd", t, t)
    shape = tf.shape(t)
    return result / tf.cast(shape[1] * shape[2], tf.float32)


backbone_in = tf.keras.Input((None, None, 3))
h1 = tf.keras.layers.Conv2D(4, 3, name="b1", activation="relu")(backbone_in)
h2 = tf.keras.layers.Conv2D(4, 3, name="b2", activation="relu")(h1)
backbone = tf.keras.Model(backbone_in, h2)


class StyleContent(tf.keras.models.Model):
    def __init__(self, style_layers, content_layers):
        super().__init__()
        outs = [backbone.get_layer(n).output for n in style_layers + content_layers]
        self.vgg = tf.keras.Model([backbone.input], outs)
        self.vgg.trainable = False
        self.style_layers, self.content_layers = style_layers, content_layers

    def call(self, inputs):
        outputs = self.vgg(inputs * 255.0)
        style = outputs[: len(self.style_layers)]
        content = outputs[len(self.style_layers) :]
        return {
            "style": dict(zip(self.style_layers, [gram_matrix(o) for o in style])),
            "content": dict(zip(self.content_layers, content)),
        }


extractor = StyleContent(["b1"], ["b2"])
style_targets = extractor(tf.random.uniform((1, 10, 10, 3)))["style"]
content_image = tf.random.uniform((1, 10, 10, 3))
content_targets = extractor(content_image)["content"]
image = tf.Variable(content_image)
opt = tf.keras.optimizers.Adam(0.02, beta_1=0.99, epsilon=1e-1)


def style_content_loss(outputs):
    style, content = outputs["style"], outputs["content"]
    s = tf.add_n([tf.reduce_mean((style[n] - style_targets[n]) ** 2) for n in style.keys()])
    c = tf.add_n([tf.reduce_mean((content[n] - content_targets[n]) ** 2) for n in content.keys()])
    return 1e-2 * s / len(style) + 1e4 * c / len(content)


@tf.function()
def train_step(image):
    with tf.GradientTape() as tape:
        loss = style_content_loss(extractor(image))
        loss += 30 * tf.image.total_variation(image)
    grad = tape.gradient(loss, image)
    opt.apply_gradients([(grad, image)])
    image.assign(tf.clip_by_value(image, 0.0, 1.0))


opt.build([image])
for _ in range(2):
    train_step(image)
print(tf.cast(image * 255, tf.uint8).numpy().mean())
