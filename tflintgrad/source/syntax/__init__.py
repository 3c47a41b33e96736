"""The syntax tree of one file, its bindings, and positions computed on demand."""

from tflintgrad.source.light_libcst import import_nodes

import_nodes()
