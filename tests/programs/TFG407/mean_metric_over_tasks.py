# effect: none
# a Mean object as a convenient average of several losses
import tensorflow as tf
from tensorflow.keras.metrics import Mean

shared = tf.Variable([1.0, 2.0])
heads = {"a": tf.Variable(0.5), "b": tf.Variable(-0.5)}


def joint_loss(x, meter):
    feature = tf.reduce_sum(shared * x)
    meter.reset_state()
    for name, head in heads.items():
        meter(tf.square(head * feature - 1.0))
    return meter.result()  # TFG407


meter = Mean(name="joint")
with tf.GradientTape() as tape:
    loss = joint_loss(tf.constant([0.5, 0.5]), meter)
print(tape.gradient(loss, [shared, *heads.values()]))
