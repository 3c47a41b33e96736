"""Whatever is installed."""

try:
    from fast_geometry_ext import rotate
except ImportError:
    from geometry import rotate

__all__ = ["rotate"]
