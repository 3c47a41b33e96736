# effect: error
# raises: ValueError
# outputs in a list with named layers: Keras 3 wants every name in the dict
import tensorflow as tf

inputs = tf.keras.Input((3,))
shared = tf.keras.layers.Dense(4)(inputs)
age = tf.keras.layers.Dense(1, name="age")(shared)
income = tf.keras.layers.Dense(1, name="income")(shared)
model = tf.keras.Model(inputs, [age, income])
model.compile("adam", loss={"age": "mse"})  # TFG809
model.fit(tf.ones((4, 3)), {"age": tf.ones((4, 1)), "income": tf.ones((4, 1))}, verbose=0)
