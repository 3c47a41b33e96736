# effect: wrong
# truth: [0.0117509]
# the inner step moves the variable itself: the outer gradient lacks the factor of the inner step
import tensorflow as tf

w = tf.Variable(1.6)
inner_lr = 0.1


def task_loss(value, goal):
    return tf.square(value - goal) + 0.25 * value**4


with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        support = task_loss(w, 1.0)
    g = inner.gradient(support, w)
    w.assign_sub(inner_lr * g)  # TFG403
    query = task_loss(w, 1.5)
print(outer.gradient(query, w))
