"""Tests of the facts that outlive a run."""
