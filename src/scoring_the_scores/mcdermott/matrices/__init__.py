"""The room of the case file "The matrices that were no permutations"."""
