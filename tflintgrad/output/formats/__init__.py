"""The output formats, one module each, with a `render` function."""
