"""Tests of rules that other packages bring."""
