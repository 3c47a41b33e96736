# effect: ok
# beside: TFG808
# a frozen model that is only evaluated; another one is trained
import tensorflow as tf

teacher = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
teacher.trainable = False
teacher.compile(loss="mse")
x = tf.ones((4, 2))
print(teacher.evaluate(x, tf.ones((4, 1)), verbose=0), teacher.predict(x, verbose=0).shape)
student = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
student.compile("sgd", "mse")
student.fit(x, teacher(x), verbose=0)
