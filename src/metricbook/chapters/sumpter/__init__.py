"""Checks of the claims of Sumpter's paper on precision at the indistinguishability threshold, by their place in it."""
