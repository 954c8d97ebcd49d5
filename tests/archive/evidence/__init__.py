"""Tests of evidence bundles."""
