# effect: ok
# slow copy of the weights follows after each step and serves as teacher
import tensorflow as tf

student = tf.keras.layers.Dense(2)
teacher = tf.keras.layers.Dense(2)
x = tf.constant([[1.0, 2.0, 3.0]])
student(x), teacher(x)
teacher.set_weights(student.get_weights())

opt = tf.keras.optimizers.SGD(0.1)
for step in range(2):
    with tf.GradientTape() as tape:
        noisy = x + 0.1 * float(step + 1)
        loss = tf.reduce_mean(tf.square(student(noisy) - teacher(x)))
    grads = tape.gradient(loss, student.trainable_variables)
    opt.apply_gradients(zip(grads, student.trainable_variables))
    for slow, fast in zip(teacher.variables, student.variables):
        slow.assign(0.99 * slow + 0.01 * fast)
