"""Tests of commands and options."""
