# effect: ok
# beside: TFG514
# the teacher first, then the student
import tensorflow as tf

student = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
teacher = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
divergence = tf.keras.losses.KLDivergence()
features = tf.constant([[0.1, 2.0, -1.0], [3.0, 0.1, 0.5]])
targets = tf.nn.softmax(teacher(features, training=False) / 2.0)
with tf.GradientTape() as tape:
    logits = student(features, training=True)
    loss = 4.0 * divergence(targets, tf.nn.softmax(logits / 2.0))
print(tape.gradient(loss, student.trainable_variables))
