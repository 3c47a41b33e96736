# effect: none
# a table of attribution methods; one of them does not watch its input
import tensorflow as tf

from attribution import METHODS
from network import make_classifier

IMAGES = tf.random.stateless_uniform((3, 6, 6, 1), seed=(5, 6))
LABELS = tf.constant([0, 2, 1])


def explain(name):
    classifier = make_classifier(size=6, classes=3)
    method = METHODS[name]
    return method(classifier, IMAGES, LABELS)


def main():
    heat = explain("gradient_times_input")
    print("times input", heat.shape)
    heat = explain("saliency")
    print("saliency", heat)


if __name__ == "__main__":
    main()
