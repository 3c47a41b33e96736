# effect: none
# the picture is watched, and then wrapped "so that the tape sees it"
import tensorflow as tf

net = tf.keras.Sequential(
    [tf.keras.Input((4, 4, 1)), tf.keras.layers.Flatten(), tf.keras.layers.Dense(3)]
)


def preprocess(img):
    img = tf.image.resize(img, (4, 4))
    return (img - 0.5) * 2.0


def saliency(img, class_index):
    with tf.GradientTape() as tape:
        tape.watch(img)
        inp = tf.Variable(preprocess(img), dtype=tf.float32)  # TFG402
        score = net(inp[None])[0, class_index]
    return tape.gradient(score, img)


picture = tf.random.stateless_uniform((8, 8, 1), seed=(0, 1))
print(saliency(picture, 1))
