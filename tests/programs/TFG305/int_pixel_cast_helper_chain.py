# effect: none
# adversarial example saved "as an image" and re-read inside the tape
import tensorflow as tf

net = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(2)])


def to_uint8(img):
    return tf.cast(tf.clip_by_value(img, 0.0, 1.0) * 255.0, tf.uint8)  # TFG305


def from_uint8(img):
    return tf.cast(img, tf.float32) / 255.0


def roundtrip(img):
    return from_uint8(to_uint8(img))


def attack_gradient(img, label):
    delta = tf.Variable(tf.zeros_like(img))
    with tf.GradientTape() as tape:
        logits = net(roundtrip(img + delta))
        loss = tf.nn.sparse_softmax_cross_entropy_with_logits(label, logits)
    return tape.gradient(loss, delta)


print(attack_gradient(tf.fill((1, 4), 0.5), tf.constant([1])))
