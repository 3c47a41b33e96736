# effect: ok
# the main program builds the graph that the module's tf.gradients belongs to
import tensorflow as tf

with tf.Graph().as_default():
    import slopes

    with tf.compat.v1.Session() as session:
        print(session.run(slopes.slope))
