"""The language server: shows the findings of `check` in an editor, while the user types.

Needs pygls, which `pip install 'tflintgrad[server]'` installs; no other package imports this one.
"""
