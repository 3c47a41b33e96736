"""The front ends: the command line and the language server."""
