import tensorflow as tf

thrust = tf.Variable(12.0, name="thrust")
angle = tf.Variable(0.8, name="angle")
fuel_price = 0.01
