# effect: none
# the clone's forward pass stands where the tape does not record
import tensorflow as tf
from tensorflow import keras

inputs = keras.Input((4,))
original = keras.Model(inputs, keras.layers.Dense(1)(keras.layers.Dense(4, activation="relu")(inputs)))
student = keras.models.clone_model(original)
x = tf.random.normal((8, 4), seed=1)
with tf.GradientTape() as tape:
    goal = original(x)
    with tape.stop_recording():
        answer = student(x)  # TFG107
    loss = tf.reduce_mean(tf.square(goal - answer))
print(tape.gradient(loss, student.trainable_variables))
