# effect: nan
# distillation: a Softmax layer object, then the logarithm of its output
import tensorflow as tf

to_probabilities = tf.keras.layers.Softmax()
student = tf.Variable([[0.0, 200.0, -200.0]])
teacher = tf.constant([[0.2, 0.5, 0.3]])


def distill(logits, temperature=1.0):
    student_probabilities = to_probabilities(logits / temperature)
    return -tf.reduce_sum(teacher * tf.math.log(student_probabilities))  # TFG603


with tf.GradientTape() as tape:
    loss = distill(student)
print(tape.gradient(loss, student))
