# effect: none
# the caller joins the coefficients into one tensor only at the query
import tensorflow as tf

coef_a = tf.Variable(1.0)
coef_b = tf.Variable(-0.5)
with tf.GradientTape() as tape:
    area = coef_a**2 * tf.exp(coef_b)
gradient_vector = tape.gradient(area, tf.stack([coef_a, coef_b]))  # TFG104
print(gradient_vector)
