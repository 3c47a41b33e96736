# effect: wrong
# truth: [0.259711, -0.259711, 0.916109, -0.916109, -0.418773, 0.418773, 0.525904, -0.525904]
# the student stands where the teacher belongs
import tensorflow as tf

tf.keras.utils.set_random_seed(3)
student = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
teacher = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
divergence = tf.keras.losses.KLDivergence()
features = tf.constant([[0.1, 2.0, -1.0], [3.0, 0.1, 0.5]])
soft = tf.nn.softmax(teacher(features, training=False) / 2.0)
with tf.GradientTape() as tape:
    logits = student(features, training=True)
    loss = 4.0 * divergence(tf.nn.softmax(logits / 2.0), soft)  # TFG514
print(tape.gradient(loss, student.trainable_variables))
