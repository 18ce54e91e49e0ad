"""The forge: the one door to GitHub's REST API, and what is written there."""
