"""The language server: what `check` finds, in an editor, while somebody types.

Needs pygls, which `pip install 'tflintgrad[server]'` brings; nothing else imports this package.
"""
