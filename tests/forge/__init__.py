"""A small forge for tests: a real HTTP server that keeps state as GitHub's REST API does, for what we ask."""
