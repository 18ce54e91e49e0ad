"""Posting a verdict on its pull request: what it says there, and bringing the forge to say it."""
