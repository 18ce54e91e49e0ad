"""Tests of the history of counts."""
