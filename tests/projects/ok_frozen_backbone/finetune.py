# effect: ok
# a frozen backbone predicts features once; later some layers are thawed and trained
import tensorflow as tf

from backbone import make_backbone
from freezing import freeze, thaw_last
from heads import LinearHead


def cached_features(backbone, images):
    return backbone.predict(images, verbose=0)


def train_head(head, features, labels):
    with tf.GradientTape() as tape:
        loss = head.loss(features, labels)
    gradients = tape.gradient(loss, head.parameters)
    for variable, gradient in zip(head.parameters, gradients):
        variable.assign_sub(0.1 * gradient)
    return loss


def train_all(backbone, head, images, labels):
    with tf.GradientTape() as tape:
        loss = head.loss(backbone(images), labels)
    variables = backbone.trainable_variables + head.parameters
    gradients = tape.gradient(loss, variables)
    for variable, gradient in zip(variables, gradients):
        variable.assign_sub(0.01 * gradient)
    return loss


def main():
    images = tf.random.stateless_uniform((6, 8, 8, 1), seed=(2, 2))
    labels = tf.constant([0, 1, 0, 1, 1, 0])
    backbone, head = make_backbone(), LinearHead(features=4, classes=2)
    freeze(backbone)
    features = cached_features(backbone, images)
    print("head", float(train_head(head, features, labels)))
    thaw_last(backbone, 1)
    print("both", float(train_all(backbone, head, images, labels)), head.accuracy(features, labels))


if __name__ == "__main__":
    main()
