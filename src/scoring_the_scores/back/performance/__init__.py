"""Performance: what a stored run of the benchmarks measured."""
