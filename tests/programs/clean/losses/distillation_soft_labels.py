# effect: ok
# beside: TFG512, TFG514
# probabilities of the teacher are labels, logits of the student the prediction
import tensorflow as tf

teacher = tf.keras.layers.Dense(3)
student = tf.keras.layers.Dense(3)
x = tf.constant([[0.4, 0.1], [0.2, 0.9]])
temperature = 2.0
with tf.GradientTape() as tape:
    soft = tf.stop_gradient(tf.nn.softmax(teacher(x) / temperature))
    loss = tf.reduce_mean(
        tf.nn.softmax_cross_entropy_with_logits(labels=soft, logits=student(x) / temperature)
    )
print(tape.gradient(loss, student.trainable_variables))
