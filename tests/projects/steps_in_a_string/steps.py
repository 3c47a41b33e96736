import tensorflow as tf


def doubled(h):
    return 2.0 * h


def rounded(h):
    return tf.round(h)  # TFG301


KNOWN = {"doubled": doubled, "rounded": rounded}


def chosen(names):
    return [KNOWN[name] for name in names.split()]
