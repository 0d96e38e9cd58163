"""Checks of the claims of Brogueira and Figueiredo's paper on LxCIM, by the part of the paper they stand in."""
