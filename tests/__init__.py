"""The tests, in the packages' tree: a package, so that no folder of it is taken for a module of the same name."""
