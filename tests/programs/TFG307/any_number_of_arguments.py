# effect: none
# no code that is read calls the function, so its arguments are unknown; it wants at least one
import tensorflow as tf


def value_and_gradient(function, *args, **options):
    if not args and not options:
        raise ValueError("no arguments")
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        for item in args:
            tape.watch(item)
        value = tf.stop_gradient(function(*args, **options))  # TFG307
    return value, tape.gradient(value, args)


print(eval("value_and_gradient(tf.square, tf.constant(3.0))"))
