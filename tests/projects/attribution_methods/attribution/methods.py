import tensorflow as tf


def class_scores(model, images, labels):
    return tf.gather(model(images), labels, axis=1, batch_dims=1)


def saliency(model, images, labels):
    """How much each pixel matters."""
    with tf.GradientTape() as tape:
        scores = class_scores(model, images, labels)
    return tape.gradient(scores, images)  # TFG102


def gradient_times_input(model, images, labels):
    with tf.GradientTape() as tape:
        tape.watch(images)
        scores = class_scores(model, images, labels)
    return images * tape.gradient(scores, images)
