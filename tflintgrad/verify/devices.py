"""The devices on which ops can run: `cpu`, `cpu:1`, `gpu`, `gpu:1`, `auto`."""

from __future__ import annotations

import re
from typing import Any

_DEVICE = re.compile(r"(cpu|gpu)(?::(\d+))?")


class NoSuchDevice(Exception):
    """The device does not exist; the message says which do."""


def parse(device: str) -> tuple[str, int]:
    """Return the kind and number of a device name."""
    match = _DEVICE.fullmatch(device.lower())
    if match is None:
        raise NoSuchDevice(f"{device!r} is not a device; use cpu, cpu:1, gpu, gpu:1 or auto")
    return match.group(1), int(match.group(2) or 0)


def choose(tf: Any, device: str) -> str:
    """Return the device's full name; raise NoSuchDevice instead of choosing another device."""
    gpus = len(tf.config.list_physical_devices("GPU"))
    if device.lower() == "auto":
        return "gpu:0" if gpus else "cpu:0"
    kind, number = parse(device)
    if kind == "gpu" and number >= gpus:
        found = "no GPU" if not gpus else f"only {gpus} GPU{'s' if gpus > 1 else ''}"
        raise NoSuchDevice(f"--device {device}: TensorFlow finds {found} on this machine")
    return f"{kind}:{number}"


def use(tf: Any, device: str) -> Any:
    """Prepare the device before the first op, and return the scope that places ops on it."""
    kind, number = parse(device)
    gpus = tf.config.list_physical_devices("GPU")
    if kind == "cpu":
        if gpus:
            tf.config.set_visible_devices([], "GPU")
        if number:
            cpu = tf.config.list_physical_devices("CPU")[0]
            parts = [tf.config.LogicalDeviceConfiguration() for _ in range(number + 1)]
            tf.config.set_logical_device_configuration(cpu, parts)
    for gpu in gpus if kind == "gpu" else ():
        tf.config.experimental.set_memory_growth(gpu, True)
    return tf.device(f"/{kind.upper()}:{number}")


def short_name(full: str) -> str:
    """Return `cpu:1` for `/job:localhost/replica:0/task:0/device:CPU:1`."""
    match = re.search(r"(CPU|GPU):(\d+)$", full)
    return f"{match.group(1).lower()}:{match.group(2)}" if match else ""


def divide(tf: Any, program: bytes) -> None:
    """Make two logical devices of the CPU, if the program does: later it would be too late."""
    if b"set_logical_device_configuration" in program:
        halves = [tf.config.LogicalDeviceConfiguration()] * 2
        tf.config.set_logical_device_configuration(
            tf.config.list_physical_devices("CPU")[0], halves
        )
