# effect: ok
# beside: TFG308
# one variable, one value: its second derivative is a number
import tensorflow as tf

x = tf.Variable(1.5)
for _ in range(3):
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = tf.cosh(x - 0.5) + x**4
        slope = inner.gradient(y, x)
    hessian = outer.gradient(slope, x)
    x.assign_sub(slope / hessian)
