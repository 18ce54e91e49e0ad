"""Repository-governance checkers for large C++/CUDA inference trees: read-only and offline."""

__version__ = "0.1.0"
