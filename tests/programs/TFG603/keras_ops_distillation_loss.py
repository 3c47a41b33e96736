# effect: nan
# the same through keras.ops, in a distillation loss
import keras
import tensorflow as tf
from keras import ops

student = tf.Variable([[200.0, 0.0]])
teacher = tf.constant([[0.0, 1.0]])


def distill(student_logits, teacher_logits, temperature=1.0):
    p = ops.softmax(teacher_logits / temperature, axis=-1)
    log_q = ops.log(ops.softmax(student_logits / temperature, axis=-1))  # TFG603
    return -ops.mean(ops.sum(p * log_q, axis=-1))


with tf.GradientTape() as tape:
    loss = distill(student, teacher)
print(keras.backend.backend(), tape.gradient(loss, student))
