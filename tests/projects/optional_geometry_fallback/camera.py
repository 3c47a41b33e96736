from __future__ import annotations

from typing import TYPE_CHECKING

import tensorflow as tf

from compat import rotate

if TYPE_CHECKING:
    from scene import Scene


class Camera:
    """A camera that can be turned."""

    def __init__(self, angle: float) -> None:
        self.angle = tf.Variable(angle, dtype=tf.float32)

    def view(self, points: tf.Tensor) -> tf.Tensor:
        return rotate(points, self.angle)

    def sees(self, scene: Scene) -> bool:
        return bool(tf.reduce_any(self.view(scene.points)[:, 1] > 0.0))
