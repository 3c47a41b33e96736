# effect: ok
# beside: TFG808
# the frozen model gives targets; another one is trained
import tensorflow as tf

teacher = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
student = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
teacher.trainable = False
data = tf.random.normal((4, 3), seed=1)
student.compile("sgd", "mse")
student.fit(data, teacher(data), verbose=0)
