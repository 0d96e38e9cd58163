"""The papers' experiments: one module for each family of data sets."""
