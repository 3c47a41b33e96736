# effect: none
# a metric object given to compile as the loss
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
model.compile(optimizer="adam", loss=tf.keras.metrics.MeanAbsoluteError())  # TFG407
model.fit(tf.ones((4, 2)), tf.zeros((4, 1)), epochs=1, verbose=0)
