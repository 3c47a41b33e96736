# effect: ok
# a factory makes teacher and student; the teacher predicts, the student learns
import tensorflow as tf

from objectives import distillation, hard_labels
from zoo import create, student_class


def main():
    features = tf.random.stateless_normal((16, 4), seed=(2, 6))
    teacher = create("teacher")
    student = student_class("compact")(hidden=3)
    soft = teacher.predict(features)
    labels = hard_labels(soft)
    optimizer = tf.keras.optimizers.Adam(0.01)
    for step in range(3):
        with tf.GradientTape() as tape:
            loss = distillation(student(features), soft, labels, temperature=2.0)
        gradients = tape.gradient(loss, student.trainable_variables)
        optimizer.apply_gradients(zip(gradients, student.trainable_variables))
        agreement = (student.predict(features).argmax(axis=1) == labels).mean()
        print(step, float(loss), agreement)


if __name__ == "__main__":
    main()
