"""The documentation folder: pages made from the same data that the product reads, and the settings of its builder."""
