# effect: ok
# float(), .numpy() and f-strings inside the tape only feed the log
import tensorflow as tf

w = tf.Variable([1.0, -1.0])
history = {"loss": [], "norm": []}
best = float("inf")
for step in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(w - 3.0))
        history["loss"].append(loss.numpy())
        history["norm"].append(float(tf.norm(w)))
        print(f"step {step}: {loss.numpy():.3f} {w.numpy().tolist()}")
        tf.print("loss", loss)
    grad = tape.gradient(loss, w)
    if float(loss) < best:
        best = float(loss)
    w.assign_sub(0.1 * grad)
