from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import tensorflow as tf

if TYPE_CHECKING:
    from camera import Camera


def landmarks(count: int = 5) -> np.ndarray:
    return np.random.default_rng(5).uniform(-1.0, 1.0, size=(count, 2)).astype("float32")


class Scene:
    def __init__(self, points: np.ndarray, turned: float = 0.4) -> None:
        self.points = tf.constant(points)
        cosine, sine = np.cos(turned), np.sin(turned)
        matrix = np.array([[cosine, -sine], [sine, cosine]], dtype="float32")
        self.seen = tf.constant(points @ matrix.T)

    def describe(self, camera: Camera) -> str:
        return f"{len(self.points)} points, camera at {float(camera.angle):.2f}"
