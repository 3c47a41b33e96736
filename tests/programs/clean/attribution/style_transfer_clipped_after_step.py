# effect: ok
# beside: TFG312
# style transfer: clip by assign after the step, gram matrices inside the tape
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
inp = tf.keras.Input((6, 6, 3))
c1 = tf.keras.layers.Conv2D(4, 3, activation="tanh")(inp)
c2 = tf.keras.layers.Conv2D(4, 3, activation="tanh")(c1)
extractor = tf.keras.Model(inp, {"style": c1, "content": c2})
extractor.trainable = False


def gram(t):
    n = tf.cast(tf.shape(t)[1] * tf.shape(t)[2], tf.float32)
    return tf.einsum("bijc,bijd->bcd", t, t) / n


content = tf.random.stateless_uniform((1, 6, 6, 3), (0, 1))
style_goal = gram(extractor(tf.random.stateless_uniform((1, 6, 6, 3), (0, 2)))["style"])
content_goal = extractor(content)["content"]
image = tf.Variable(content)
opt = tf.keras.optimizers.Adam(0.02)


@tf.function
def step(img):
    with tf.GradientTape() as tape:
        out = extractor(img)
        s = tf.reduce_mean(tf.square(gram(out["style"]) - style_goal))
        c = tf.reduce_mean(tf.square(out["content"] - content_goal))
        loss = s + 0.1 * c + 1e-4 * tf.reduce_sum(tf.image.total_variation(img))
    grad = tape.gradient(loss, img)
    opt.apply_gradients([(grad, img)])
    img.assign(tf.clip_by_value(img, 0.0, 1.0))
    return loss


for _ in range(2):
    print(float(step(image)))
