# effect: error
# raises: ValueError
# recording cannot be paused when it is already over
import tensorflow as tf

gain = tf.Variable(0.5)
with tf.GradientTape(persistent=True) as tape:
    signal = tf.sin(gain) * 2.0
with tape.stop_recording():  # TFG113
    slope = tape.gradient(signal, gain)
print(slope)
