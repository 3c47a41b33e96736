# effect: none
# a fast extension is optional; the fallback puts tensors into an array
import tensorflow as tf

from camera import Camera
from scene import Scene, landmarks


def align(camera, scene, steps=2, rate=0.05):
    for step in range(steps):
        with tf.GradientTape() as tape:
            error = camera.view(scene.points) - scene.seen
            loss = tf.reduce_mean(tf.square(error))
        gradient = tape.gradient(loss, camera.angle)
        if gradient is not None:
            camera.angle.assign_sub(rate * gradient)
        print(step, float(loss))


if __name__ == "__main__":
    align(Camera(angle=0.1), Scene(landmarks()))
