# effect: ok
# beside: TFG808
# the model is frozen for a forward pass, and thawed before it is compiled
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
model.trainable = False
print(model(tf.ones((1, 3))))
model.trainable = True
model.compile("sgd", "mse")
model.fit(tf.ones((4, 3)), tf.ones((4, 1)), verbose=0)
